import { IconLogout, IconMenu2 } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { t } from '@/i18n/frame';
import { Mark } from '@/kit/Mark';
import { ThemeSwitch } from '@/kit/ThemeSwitch';
import { useCurrentUser } from '@/session/session-store';
import { AccountMenu } from './AccountMenu';
import { SearchButton } from './SearchButton';
import classes from './TopBar.module.css';

interface TopBarProps {
  readonly phone: boolean;
  readonly menuOpened: boolean;
  readonly onOpenMenu: () => void;
  readonly menuButton: RefObject<HTMLButtonElement | null>;
}

/** Who is signed in where, and the way out. */
export function TopBar({ phone, menuOpened, onOpenMenu, menuButton }: TopBarProps) {
  const user = useCurrentUser();
  return (
    <header className={classes.bar} inert={menuOpened}>
      {phone && (
        <button
          ref={menuButton}
          type="button"
          className={classes.menu}
          aria-label={t.shell.openMenu}
          aria-expanded={menuOpened}
          aria-controls="navigation"
          onClick={onOpenMenu}
        >
          <IconMenu2 size={22} aria-hidden />
        </button>
      )}
      <Mark />
      {user?.tenantName && <span className={classes.tenant}>{user.tenantName}</span>}
      <Link to="/" className={classes.home}>
        {t.nav.home}
      </Link>
      <span className={classes.space} />
      {user && <SearchButton />}
      <span className={classes.banner}>{user ? t.session.signedInAs(user.username) : t.session.guest}</span>
      <span className={classes.theme}>
        <ThemeSwitch />
      </span>
      {user && <AccountMenu user={user} />}
      <LogoutButton />
    </header>
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  return (
    <button type="button" className={classes.logout} onClick={() => navigate('/', { state: { signOut: true } })}>
      <IconLogout size={16} aria-hidden />
      <span>{t.session.logout}</span>
    </button>
  );
}
