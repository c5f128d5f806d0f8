import { Text } from '@mantine/core';
import { t } from '@/i18n/access';
import type { Choice, CustomInputProps } from '@/kit/form/fields';
import { RoleBoxes } from '@/shared/roles/RoleBoxes';

/** A box for each role, once a user is chosen. */
export function RolesInput({ all, ...input }: CustomInputProps) {
  const user = all.user as Choice | null;
  if (!user) return <Text c="dimmed">{t.roleMapping.choose}</Text>;
  return <RoleBoxes {...input} of={{ userId: user.value }} needs="edit" />;
}
