import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '@/i18n/frame';

/** A panel at the side of the page, for what accompanies a record. */
export function SidePanel({
  opened,
  onClose,
  title,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      // As for the modal dialog: our portals stand inside main, and Mantine leaves one side open.
      styles={{ inner: { insetInlineStart: 0 } }}
    >
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content>
        {/* Rendered as <header>, which would be a second banner landmark. */}
        <Drawer.Header role="presentation">
          <Drawer.Title fw={600} fz="lg">
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={t.common.close} />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
