import { IconActivity, IconUserShield } from '@tabler/icons-react';
import { t } from '@/i18n/people';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';

/** What belongs to users but to no single one: their roles by mapping, and what they did. */
export function UserLinks() {
  return (
    <>
      <GuardedLink
        to="/admin/user-roles-mapping"
        reason={useRefusal(Module.USER_ROLE_MAPPING, 'view')}
        icon={<IconUserShield size={16} aria-hidden />}
        variant="default"
      >
        {t.users.roleMapping}
      </GuardedLink>
      <GuardedLink
        to="/admin/audit"
        reason={useRefusal(Module.USER, 'report')}
        icon={<IconActivity size={16} aria-hidden />}
        variant="default"
      >
        {t.users.activity}
      </GuardedLink>
    </>
  );
}
