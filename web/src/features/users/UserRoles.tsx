import { Text } from '@mantine/core';
import { useParams } from 'react-router';
import { t } from '@/i18n/people';
import type { CustomInputProps } from '@/kit/form/fields';
import { Pending } from '@/kit/Pending';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { RoleBoxes } from '@/shared/roles/RoleBoxes';
import classes from '@/shared/roles/roles.module.css';
import { isHeld, useSelection } from '@/shared/roles/selection';

const words = t.userRoles;

/** The roles of a user, or of a new one, to choose. */
export function RolesInput({ all, ...input }: CustomInputProps) {
  const { userId, tenantId } = all;
  const tenant = typeof tenantId === 'object' ? tenantId : null;
  if (userId) return <RoleBoxes {...input} of={{ userId: String(userId) }} needs="edit" />;
  if (!tenant) return <Text c="dimmed">{words.chooseTenant}</Text>;
  return <RoleBoxes {...input} of={{ userId: '', tenantId: tenant.value }} needs="create" />;
}

/** The roles that the user of this page holds. */
export function HeldRoles() {
  const { id = '' } = useParams();
  const noView = useRefusal(Module.USER_ROLE_MAPPING, 'view');
  return noView ? <Text c="dimmed">{noView}</Text> : <Held userId={id} />;
}

function Held({ userId }: { userId: string }) {
  const { roles, pending } = useSelection({ userId });
  if (!roles) return <Pending {...pending} height={24} />;
  const held = roles.filter(isHeld);
  if (held.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <ul className={classes.boxes}>
      {held.map(({ roleId, roleName, description }) => (
        <li key={roleId}>
          <span className={classes.role}>{roleName}</span>
          {description && <span className={classes.note}>{description}</span>}
        </li>
      ))}
    </ul>
  );
}
