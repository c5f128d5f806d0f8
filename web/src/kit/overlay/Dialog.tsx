import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '@/i18n/frame';
import { PartBoundary } from '@/kit/Part';

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Can't be dismissed: no close button, no Escape, no click outside. */
  readonly locked?: boolean;
  readonly size?: string | number;
}

/** The one modal dialog. Put `data-autofocus` on the control that focus should start on. */
export function Dialog({ opened, onClose, title, children, locked = false, size = 'md' }: DialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={!locked}
      closeOnClickOutside={!locked}
      centered
      size={size}
      // Mantine leaves the side open because its portals stand at the edge of the body; ours stand inside main.
      styles={{ inner: { insetInlineStart: 0 } }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        {/* Rendered as <header>, which would be a second banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title fw={600} fz="lg" lh={1.5}>
            {title}
          </Modal.Title>
          {!locked && <Modal.CloseButton aria-label={t.common.close} />}
        </Modal.Header>
        <Modal.Body>
          <PartBoundary>{children}</PartBoundary>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
