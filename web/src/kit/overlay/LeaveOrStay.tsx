import { Button, Group } from '@mantine/core';
import { t } from '@/i18n/frame';

/** The answers to whether to leave what would be lost. The focus starts on Stay, so a stray Enter loses nothing. */
export function LeaveOrStay({
  onLeave,
  onStay,
  autoFocus = false,
}: {
  onLeave: () => void;
  onStay: () => void;
  /** Takes the focus even where the question comes into a dialog that is open: that gives it to nothing new. */
  autoFocus?: boolean;
}) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onLeave}>
        {t.common.leave}
      </Button>
      <Button data-autofocus autoFocus={autoFocus} onClick={onStay}>
        {t.common.stay}
      </Button>
    </Group>
  );
}
