import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '@/i18n/frame';
import { ThemeSwitch } from '@/kit/ThemeSwitch';
import { hasRights, isGranted } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { isCurrent, type NavGroup, type NavItem, visibleGroups } from './nav';
import classes from './Sidebar.module.css';

interface SidebarProps {
  /** Icons only. */
  readonly collapsed: boolean;
  /** In a drawer; shows what the top bar has no room for. */
  readonly phone: boolean;
  /** Collapses and expands; closes the drawer. */
  readonly onToggle: () => void;
}

/** The menu: what the user may view, under thin captions. */
export function Sidebar({ collapsed, phone, onToggle }: SidebarProps) {
  const user = useCurrentUser();
  const groups = visibleGroups((module) => isGranted(user, module, 'view'));
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      {phone && (
        <section aria-label={t.session.account} className={classes.account}>
          <span>{user ? t.session.signedInAs(user.username) : t.session.guest}</span>
          <span className={classes.tenant}>{user?.tenantName}</span>
          <ThemeSwitch />
          <button type="button" className={classes.close} aria-label={t.shell.closeMenu} onClick={onToggle}>
            <IconX size={20} aria-hidden />
          </button>
        </section>
      )}
      <nav id="navigation" aria-label={t.shell.mainNavigation} className={classes.nav}>
        {groups.map((group) => (
          <Group key={group.id} group={group} collapsed={collapsed} />
        ))}
        {user && !hasRights(user) && !collapsed && <p className={classes.none}>{t.permissions.noMenu}</p>}
      </nav>
      {!phone && <CollapseButton collapsed={collapsed} onToggle={onToggle} />}
    </div>
  );
}

function Group({ group, collapsed }: { readonly group: NavGroup; readonly collapsed: boolean }) {
  const captionId = useId();
  return (
    <>
      {group.caption !== undefined && (
        <p id={captionId} className={classes.caption}>
          <span>{group.caption}</span>
        </p>
      )}
      <ul aria-labelledby={group.caption !== undefined ? captionId : undefined} className={classes.items}>
        {group.items.map((item) => (
          <li key={item.to}>
            <Entry item={item} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ item, collapsed }: { readonly item: NavItem; readonly collapsed: boolean }) {
  const { pathname } = useLocation();
  const { Icon, label, to } = item;
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <Link to={to} className={classes.item} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
      </Link>
    </Tooltip>
  );
}

function CollapseButton({ collapsed, onToggle }: { readonly collapsed: boolean; readonly onToggle: () => void }) {
  const label = collapsed ? t.shell.expand : t.shell.collapse;
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      <button
        type="button"
        className={`${classes.item} ${classes.toggle}`}
        aria-expanded={!collapsed}
        aria-controls="navigation"
        onClick={onToggle}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>{label}</span>
      </button>
    </Tooltip>
  );
}
