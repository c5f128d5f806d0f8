import { Checkbox, Text } from '@mantine/core';
import { t } from '@/i18n/user-roles';
import type { CustomInputProps } from '@/kit/form/fields';
import { Pending } from '@/kit/Pending';
import { useRefusal } from '@/session/Can';
import { type Action, Module } from '@/session/permissions';
import { readRoleChanges, withRole, writeRoleChanges } from './role-changes';
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
  if (noView) return <Text c="dimmed">{noView}</Text>;
  return <Boxes of={of} refused={refused} {...input} />;
}

interface BoxesProps extends Omit<RoleBoxesProps, 'needs'> {
  readonly refused: string | undefined;
}

function Boxes({ id, label, value, error, onEdit, of, refused }: BoxesProps) {
  const { roles, pending } = useSelection(of);
  if (!roles) return <Pending {...pending} headingLevel={2} />;
  const changes = readRoleChanges(value);
  const boxes = roles.map((role) => ({
    id: role.roleId,
    name: role.roleName,
    stored: isHeld(role),
    note: role.isGrantable ? role.description : words.notGrantable,
    fixed: !role.isGrantable && !changes.has(role.roleId),
  }));
  const known = new Set(boxes.map((box) => box.id));
  // Chosen while it was there: it can be taken back.
  const gone = [...changes].filter(([role, held]) => held && !known.has(role));
  boxes.push(
    ...gone.map(([role]) => ({ id: role, name: words.gone, stored: false, note: words.goneNote, fixed: false })),
  );
  if (boxes.length === 0) return <Text c="dimmed">{words.noRoles}</Text>;
  const holdsAny = boxes.some((box) => changes.get(box.id) ?? box.stored);
  return (
    <>
      <ul id={id} tabIndex={-1} className={classes.boxes} aria-label={label}>
        {boxes.map((box) => (
          <li key={box.id}>
            <Checkbox
              label={box.name}
              description={refused ?? box.note}
              checked={changes.get(box.id) ?? box.stored}
              disabled={refused !== undefined || box.fixed}
              onChange={(event) =>
                onEdit(writeRoleChanges(withRole(changes, box.id, box.stored, event.currentTarget.checked)))
              }
            />
          </li>
        ))}
      </ul>
      {error && (
        <Text size="sm" c="var(--nm-error)" mt="xs">
          {error}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="xs" role="status" mih={20}>
        {!holdsAny && words.without}
      </Text>
    </>
  );
}
