import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigate, useNavigation } from 'react-router';
import { t } from '@/i18n/frame';
import { AwaitedPage } from '@/kit/AwaitedPage';
import { DensityContext } from '@/kit/density';
import { lazyPart } from '@/kit/Part';
import { hasRights } from '@/session/permissions';
import { signOut } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';
import { useSettings } from '@/shared/settings/settings-store';
import { OfflineBanner } from './OfflineBanner';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar';
import { SiteFooter } from './SiteFooter';
import { StaleBanner } from './StaleBanner';
import { TopBar } from './TopBar';
import { hasUnsent, UNSENT_PAGE } from './unsent';

// The width below which the sidebar is a drawer; Shell.module.css says the same.
const PHONE = '(max-width: 47.99em)';
const COLLAPSED_KEY = 'nirmaan-sidebar';

const NoRolePage = lazyPart(() => import('@/features/no-role/NoRolePage').then((module) => module.NoRolePage));

/** What a route may say about the frame around it. */
export interface ShellHandle {
  /** The page draws to the edges: no padding around it. */
  readonly bleed?: boolean;
}

/** The frame of the signed-in application. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const phone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED_KEY) === 'collapsed');
  const { opened, open, close, trigger } = useDrawer(phone);
  const user = useCurrentUser();
  // What the home page tells visitors is no use to somebody who can't open anything.
  const asksForRole = useLocation().pathname === '/' && user !== undefined && !hasRights(user);
  const matches = useMatches();
  const bleed = !asksForRole && matches.some(({ handle }) => (handle as ShellHandle | undefined)?.bleed);
  const { density } = useSettings();
  const banners = useRef<HTMLDivElement>(null);
  useHeightBelowBar(banners);
  useSignOutRequest();

  function toggleCollapsed() {
    localStorage.setItem(COLLAPSED_KEY, collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  }

  const narrow = !phone && collapsed;
  return (
    <div
      className={classes.shell}
      data-collapsed={narrow || undefined}
      data-density={density === 'compact' ? density : undefined}
    >
      <a className="skip" href="#main">
        {t.shell.skip}
      </a>
      <TopBar onOpenMenu={open} menuButton={trigger} menuOpened={opened} phone={phone} />
      {opened && <button type="button" tabIndex={-1} aria-hidden className={classes.backdrop} onClick={close} />}
      {/* Off-screen is not out of the tab order: a closed drawer must be inert. */}
      <div className={classes.side} data-opened={opened || undefined} inert={phone && !opened}>
        <Sidebar collapsed={narrow} onToggle={phone ? close : toggleCollapsed} phone={phone} />
      </div>
      <div className={classes.content} inert={opened}>
        <OfflineBanner />
        <div ref={banners} className={classes.banners}>
          <AwaitedPage unsaved={t.unsaved} />
          <StaleBanner />
        </div>
        <main id="main" tabIndex={-1} className={classes.main} data-bleed={bleed || undefined}>
          <NavigationProgress />
          <div id="overlays" />
          <DensityContext value={density}>{asksForRole ? <NoRolePage /> : <Outlet />}</DensityContext>
          {children}
        </main>
        <SiteFooter />
      </div>
    </div>
  );
}

/** The phone's drawer: closes on Escape and on navigation, and gives the focus back to its button when dismissed. */
function useDrawer(phone: boolean) {
  const [opened, setOpened] = useState(false);
  const dismissed = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const asked = useNavigation().location?.key;

  // A new location, even the same page again or one that is long in coming, means that the drawer has served; so does a wider
  // window.
  useEffect(() => setOpened(false), [key, asked, phone]);

  useEffect(() => {
    if (opened) {
      const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
      document.addEventListener('keydown', onKey);
      return () => document.removeEventListener('keydown', onKey);
    }
    // Only now: until the drawer is closed, the button is inert and takes no focus.
    if (dismissed.current) trigger.current?.focus();
    dismissed.current = false;
    return undefined;
  }, [opened]);

  function close() {
    dismissed.current = true;
    setOpened(false);
  }

  return { opened, open: () => setOpened(true), close, trigger };
}

/** Tells what else stays in sight how much of the page's top is taken. */
function useHeightBelowBar(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--nm-banner-height', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--nm-banner-height');
    };
  }, [place]);
}

/**
 * Signing out begins as a navigation, so that a form with unsaved changes gets to object. The session ends as soon as nothing
 * does: the page that it leads to may be long in coming.
 */
function useSignOutRequest() {
  const here = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  const target = [here, next].find((location) => isSignOut(location?.state));
  useEffect(() => {
    if (!target) return;
    // As the history has it: what was drawn may be behind. An entry must not sign out again when the user comes back to it, and
    // one that is still to come replaces none.
    const replace = isSignOut((window.history.state as { usr?: unknown } | null)?.usr);
    // Signing out would lose them: they are shown, and their page asks.
    if (hasUnsent()) return void navigate(UNSENT_PAGE, { replace });
    navigate(target.pathname, { replace, state: { ...target.state, signOut: false } });
    signOut();
  }, [target, navigate]);
}

const isSignOut = (state: unknown) => (state as { signOut?: boolean } | null)?.signOut;

function NavigationProgress() {
  const busy = useNavigation().state === 'loading';
  return busy ? <div className={classes.progress} role="progressbar" aria-label={t.common.loading} /> : null;
}
