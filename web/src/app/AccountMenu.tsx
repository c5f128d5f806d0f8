import { Tooltip } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { t } from '@/i18n/frame';
import { Picture } from '@/kit/data/Picture';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';
import { giveAccessReason, useAccessReason } from '@/session/access-reason';
import { isGranted, Module } from '@/session/permissions';
import type { StoredUser } from '@/session/session-store';
import classes from './AccountMenu.module.css';

const loadReasonDialog = () =>
  import('@/features/profile/AccessReasonDialog').then((module) => module.AccessReasonDialog);

/** Why a user of the platform looks at what belongs to organisations: given before they are asked, changed, taken back. */
function AccessReason({ onLeave }: { readonly onLeave: () => void }) {
  const reason = useAccessReason();
  const button = useRef<HTMLButtonElement>(null);
  const { open, dialog } = useLazyDialog(loadReasonDialog);
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={() => {
          onLeave();
          void open();
        }}
      >
        {reason ? t.session.reason(reason) : t.session.giveReason}
      </button>
      {reason && (
        <button
          type="button"
          onClick={() => {
            giveAccessReason('');
            // This one is gone by then.
            button.current?.focus();
          }}
        >
          {t.session.forgetReason}
        </button>
      )}
      {dialog({})}
    </>
  );
}

/** The user's image, behind which the pages about themselves are. A list of links that unfolds, and no ARIA menu. */
export function AccountMenu({ user }: { readonly user: StoredUser }) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const { key } = useLocation();
  const asked = useNavigation().location?.key;
  const name = user.email || user.username;

  /** What has the focus is gone with the list: the button takes it. */
  function close() {
    setOpened(false);
    button.current?.focus();
  }

  // A new location, or one that is on its way, means that the list has served.
  useEffect(() => setOpened(false), [key, asked]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears when its button and links are left
    <div
      className={classes.account}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpened(false);
      }}
      onKeyDown={({ key: pressed }) => {
        if (pressed === 'Escape') close();
      }}
    >
      <Tooltip label={name} disabled={opened}>
        <button
          ref={button}
          type="button"
          aria-label={name}
          aria-expanded={opened}
          aria-controls={list}
          onClick={() => {
            setOpened(!opened);
            // Safari gives a clicked button no focus, and what has none can't lose it.
            button.current?.focus();
          }}
        >
          <Picture src={user.profileImage} size={32} />
        </button>
      </Tooltip>
      <nav id={list} aria-label={t.session.account} className={classes.list} hidden={!opened} tabIndex={-1}>
        <p>
          <b>{name}</b>
          <br />
          {user.tenantName}
        </p>
        {isGranted(user, Module.PROJECT_TASKS, 'view') && <Link to="/project-tasks/mine">{t.session.tasks}</Link>}
        <Link to="/profile">{t.session.profile}</Link>
        <Link to="/settings">{t.session.settings}</Link>
        <Link to="/admin/user-module-permissions">{t.session.ownPermissions}</Link>
        {isGranted(user, Module.TENANTS, 'view') && <AccessReason onLeave={close} />}
        {isGranted(user, Module.USER, 'report') && <Link to="/admin/audit">{t.session.activity}</Link>}
      </nav>
    </div>
  );
}
