import { Text } from '@mantine/core';
import { t } from '@/i18n/people';
import type { Choice, CustomInputProps } from '@/kit/form/fields';
import { Receiver, useHandsOver } from './Receiver';

/** A choice as one text, and back: a draft keeps the name beside the id, which has no space. */
const textOf = (choice: Choice | null) => (choice ? `${choice.value} ${choice.label}` : '');

/** Whoever is chosen, or nobody. */
export function receiverOf(text: string): Choice | null {
  const [value = ''] = text.split(' ', 1);
  return value ? { value, label: text.slice(value.length + 1) } : null;
}

/**
 * Chooses who gets the open tasks of a user who is inactive or about to be, for whoever may see and edit tasks; says of one who is
 * about to be active again that theirs come back. Shows nothing otherwise.
 */
export function HandOverInput({ id, value, all, error, onEdit }: CustomInputProps) {
  const { userId, isActive, wasActive, tenantId } = all;
  const tenant = typeof tenantId === 'object' ? tenantId?.value : undefined;
  const handsOver = useHandsOver(tenant);
  if (isActive === 'false') {
    return handsOver ? (
      <Receiver
        id={id}
        userId={String(userId)}
        counted
        error={error}
        value={receiverOf(value)}
        onChange={(next) => onEdit(textOf(next))}
      />
    ) : null;
  }
  return wasActive === 'false' ? (
    <Text size="sm" c="dimmed" role="status">
      {t.users.handOver.back}
    </Text>
  ) : null;
}
