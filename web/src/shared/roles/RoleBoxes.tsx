import { Button, Checkbox, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { RoleSelection } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/user-roles';
import type { CustomInputProps } from '@/kit/form/fields';
import { Pending } from '@/kit/Pending';
import { useRefusal } from '@/session/Can';
import { type Action, Module } from '@/session/permissions';
import { type RoleChanges, readRoleChanges, withRole, writeRoleChanges } from './role-changes';
import classes from './roles.module.css';
import { isHeld, type RolesOf, useSelection } from './selection';

const words = t.userRoles;
const MODULE = Module.USER_ROLE_MAPPING;

interface RoleBoxesProps extends Pick<CustomInputProps, 'id' | 'label' | 'value' | 'error' | 'onEdit'> {
  readonly of: RolesOf;
  /** The right that changing them needs. */
  readonly needs: Action;
}

/** A box for each role. Its value is the changes to what the user holds. */
export function RoleBoxes({ of, needs, ...input }: RoleBoxesProps) {
  const noView = useRefusal(MODULE, 'view');
  const refused = useRefusal(MODULE, needs);
  if (!noView) return <Boxes of={of} refused={refused} {...input} />;
  return (
    <>
      <Text c="dimmed">{noView}</Text>
      {input.value !== '' && (
        <Text mt="xs">
          {words.chosen}{' '}
          <Button variant="default" size="xs" onClick={() => input.onEdit('')}>
            {words.forget}
          </Button>
        </Text>
      )}
    </>
  );
}

interface BoxesProps extends Omit<RoleBoxesProps, 'needs'> {
  readonly refused: string | undefined;
}

function Boxes({ id, label, value, error, onEdit, of, refused }: BoxesProps) {
  const { roles, refetch, pending } = useSelection(of);
  useEffect(() => {
    // The server knows of other roles than those that stand here.
    if (error) void refetch();
  }, [error, refetch]);
  if (!roles) return <Pending {...pending} headingLevel={2} />;
  const changes = readRoleChanges(value);
  const boxes = boxesOf(roles, changes);
  if (boxes.length === 0) return <Text c="dimmed">{words.noRoles}</Text>;
  const holdsAny = boxes.some((box) => changes.get(box.id) ?? box.stored);
  return (
    <>
      {refused && (
        <Text size="sm" c="dimmed" mb="xs">
          {refused}
        </Text>
      )}
      <ul
        id={id}
        tabIndex={-1}
        className={classes.boxes}
        aria-label={label}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {boxes.map((box) => (
          <li key={box.id}>
            <Checkbox
              label={box.name}
              description={box.note}
              checked={changes.get(box.id) ?? box.stored}
              // What was chosen before the right was taken can be taken back: nothing could be saved otherwise.
              disabled={!changes.has(box.id) && (refused !== undefined || box.fixed)}
              onChange={(event) =>
                onEdit(writeRoleChanges(withRole(changes, box.id, box.stored, event.currentTarget.checked)))
              }
            />
          </li>
        ))}
      </ul>
      {error && (
        <Text id={`${id}-error`} size="sm" c="var(--nm-error)" mt="xs">
          {error}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" role="status" mih={20}>
        {!holdsAny && words.without}
      </Text>
    </>
  );
}

/** What stands at each role; last, what can't be given, and what was chosen and isn't there any more. */
function boxesOf(roles: readonly RoleSelection[], changes: RoleChanges) {
  const boxes = roles.map((role) => ({
    id: role.roleId,
    name: role.roleName,
    stored: isHeld(role),
    note: role.isGrantable ? role.description : words.notGrantable,
    fixed: !role.isGrantable,
  }));
  const known = new Set(boxes.map((box) => box.id));
  const gone = [...changes].flatMap(([role, held]) => (held && !known.has(role) ? [role] : []));
  return [
    ...boxes.filter((box) => !box.fixed || box.stored),
    ...boxes.filter((box) => box.fixed && !box.stored),
    ...gone.map((role) => ({ id: role, name: words.gone, stored: false, note: words.goneNote, fixed: true })),
  ];
}
