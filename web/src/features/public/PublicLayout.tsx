import './display.css';
import './frame.css';
import './public.css';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { t } from '@/i18n/base';
import { AwaitedPage } from '@/kit/AwaitedPage';
import { Mark } from '@/kit/Mark';
import { ThemeSwitch } from '@/kit/ThemeSwitch';
import { useYear } from '@/kit/year';

/** The frame around the pages that guests see. */
export function PublicLayout() {
  // Carries the page that the guard turned a guest away from on to the sign-in page.
  const { state } = useLocation();
  const year = useYear();
  return (
    <div className="pub-frame">
      <a className="skip" href="#main">
        {t.shell.skip}
      </a>
      <header className="pub-header">
        <Mark />
        <nav aria-label={t.shell.mainNavigation}>
          <NavLink to="/" end>
            {t.nav.home}
          </NavLink>
          <NavLink to="/about">{t.nav.about}</NavLink>
          <NavLink to="/contact">{t.nav.contact}</NavLink>
        </nav>
        <span className="pub-guest">{t.session.guest}</span>
        <ThemeSwitch />
        <Link to="/login" state={state} className="nm-button">
          {t.session.login}
        </Link>
      </header>
      <AwaitedPage />
      <main id="main" tabIndex={-1} className="pub-main">
        <Outlet />
      </main>
      <footer className="pub-footer">
        <p>{t.shell.copyright(year)}</p>
        <nav aria-label={t.shell.footerNavigation}>
          <Link to="/">{t.nav.home}</Link>
          <Link to="/about">{t.nav.about}</Link>
          <Link to="/contact">{t.nav.contact}</Link>
        </nav>
      </footer>
    </div>
  );
}
