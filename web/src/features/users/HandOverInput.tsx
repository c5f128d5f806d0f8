import { Text } from '@mantine/core';
import { t } from '@/i18n/people';
import type { Choice, CustomInputProps } from '@/kit/form/fields';
import { Receiver, useHandsOver } from './Receiver';

/** A choice as one text, and back: a draft keeps the name beside the id, which has no space. */
const textOf = (choice: Choice | null) => (choice ? `${choice.value} ${choice.label}` : '');

/** The id of whoever is chosen; empty for nobody. */
export const receiverId = (text: string): string => text.split(' ', 1)[0] ?? '';

function choiceOf(text: string): Choice | null {
  const value = receiverId(text);
  return value ? { value, label: text.slice(value.length + 1) } : null;
}

/**
 * Chooses who gets the open tasks of a user who is inactive or about to be; says of one who is about to be active again that
 * theirs come back. Nothing of everybody else.
 */
export function HandOverInput({ id, value, all, error, onEdit }: CustomInputProps) {
  const { userId, isActive, wasActive, tenantId } = all;
  const tenant = typeof tenantId === 'object' ? tenantId?.value : undefined;
  if (!useHandsOver(tenant)) return null;
  if (isActive === 'false') {
    return (
      <Receiver
        id={id}
        userId={String(userId)}
        counted
        error={error}
        value={choiceOf(value)}
        onChange={(next) => onEdit(textOf(next))}
      />
    );
  }
  return wasActive === 'false' ? (
    <Text size="sm" c="dimmed" role="status">
      {t.users.handOver.back}
    </Text>
  ) : null;
}
