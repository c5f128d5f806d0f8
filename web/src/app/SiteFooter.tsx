import { Link } from 'react-router';
import { t } from '@/i18n/frame';
import { useYear } from '@/kit/year';
import classes from './SiteFooter.module.css';

/** The line under every page of the application. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <span>{t.shell.copyright(useYear())}</span>
      <nav aria-label={t.shell.footerNavigation}>
        <Link to="/">{t.nav.home}</Link>
        <Link to="/about">{t.nav.about}</Link>
        <Link to="/contact">{t.nav.contact}</Link>
      </nav>
    </footer>
  );
}
