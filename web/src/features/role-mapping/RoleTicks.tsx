import { t } from '@/i18n/access';
import { Pending } from '@/kit/Pending';
import { Tick } from '@/shared/rights/Tick';
import classes from '@/shared/roles/roles.module.css';
import { isHeld, useSelection } from '@/shared/roles/selection';

/** Every role, and whether the user holds it, to read. */
export function RoleTicks({ userId }: { userId: string }) {
  const { roles, pending } = useSelection({ userId });
  if (!roles) return <Pending {...pending} />;
  if (roles.length === 0) return <>{t.userRoles.noRoles}</>;
  return (
    <ul className={classes.boxes}>
      {roles.map((role) => (
        <li key={role.roleId}>
          <Tick on={isHeld(role)} /> <span className={classes.role}>{role.roleName}</span>
          {role.description && <span className={classes.note}>{role.description}</span>}
        </li>
      ))}
    </ul>
  );
}
