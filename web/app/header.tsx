import { isReducedData } from '../shared/settings/settings-store.ts';
import { lazy, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { avatarLetter, shownName } from '../shared/session/session.ts';
import { useAuth } from '../shared/session/session-provider.tsx';
import { showOverlay } from '../shared/state/overlay.ts';
import { useTheme } from '../shared/theme/theme.tsx';
import { MenuGlyph, MoonGlyph, SettingsGlyph, SunGlyph } from '../shared/ui/glyphs.tsx';
import { FloatingPart } from '../shared/ui/part.tsx';
import { Skeleton } from '../shared/ui/loading.tsx';
import { useIsHydrated } from '../shared/ui/browser-state.ts';
import styles from './header.module.css';

/** The pages that everybody is offered, and those that need a user. */
const NAV_LINKS = [
  { href: '/', label: 'Home' },
  { href: '/prediction', label: 'Start Predicting' },
  { href: '/watchlist', label: 'Watchlist', isOwn: true },
  { href: '/compare', label: 'Compare', isOwn: true },
  { href: '/track-record', label: 'Track record' },
  { href: '/about', label: 'About' },
];

/** What a keyboard or a wider header offers elsewhere. */
const MENU_OVERLAYS = [
  { overlay: 'settings', label: 'Settings' },
  { overlay: 'palette', label: 'Commands' },
] as const;

const loadMenu = () => import('./mobile-menu.tsx');
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }));

/** The bar at the top of every page. */
export function Header() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  // A press before React has hydrated the page would be lost.
  const isHydrated = useIsHydrated();
  const menuButton = useRef<HTMLButtonElement>(null);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link href="/" className={styles.brand}>
          <BrandMark />
          <span>
            <span className={styles.name}>Candor</span>
            <span className={styles.tagline}>Powered by Candor AI Insights</span>
          </span>
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          <PageLinks />
        </nav>
        <ThemeToggle />
        <button
          type="button"
          className={`${styles.icon} ${styles.wideOnly}`}
          aria-label="Settings"
          aria-haspopup="dialog"
          title="Settings"
          disabled={!isHydrated}
          onClick={() => showOverlay('settings')}
        >
          <SettingsGlyph />
        </button>
        <div className={styles.account}>
          <AccountLinks />
        </div>
        <button
          ref={menuButton}
          type="button"
          className={`${styles.icon} ${styles.menuButton}`}
          aria-label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          disabled={!isHydrated}
          onPointerDown={() => void loadMenu().catch(() => undefined)}
          onClick={() => setMenuOpen(true)}
        >
          <MenuGlyph />
        </button>
      </div>
      {isMenuOpen && (
        <FloatingPart onDismiss={() => setMenuOpen(false)}>
          <MobileMenu onClose={() => setMenuOpen(false)} returnFocusTo={menuButton}>
            <PageLinks />
            <hr className={styles.rule} />
            <AccountLinks />
            {MENU_OVERLAYS.map(({ overlay, label }) => (
              <button
                key={overlay}
                type="button"
                className={`${styles.link} ${styles.menuEntry}`}
                onClick={() => {
                  setMenuOpen(false);
                  showOverlay(overlay);
                }}
              >
                {label}
              </button>
            ))}
          </MobileMenu>
        </FloatingPart>
      )}
    </header>
  );
}

/** The product's mark: a price line that ends in its range. The favicon is the same drawing. */
function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path className={styles.markRange} d="M12 13 22 4v16z" />
      <path className={styles.markLine} d="M2 17l4-5 3 3 3-2" />
      <path className={styles.markEstimate} d="M12 13l10-1" />
    </svg>
  );
}

/** Its name says what it will do. */
function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? SunGlyph : MoonGlyph;
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme';
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      title={label}
      disabled={!useIsHydrated()}
      onClick={toggleTheme}
    >
      <Icon />
    </button>
  );
}

function PageLinks() {
  const [pathname] = useLocation();
  const { user, storedUser } = useAuth();
  return NAV_LINKS.filter(({ isOwn }) => !isOwn || user || storedUser).map(({ href, label }) => (
    <Link
      key={href}
      href={href}
      className={styles.link}
      aria-current={pathname === href ? 'page' : undefined}
    >
      {label}
    </Link>
  ));
}

function AccountLinks() {
  const { status, user: confirmed, storedUser, preload } = useAuth();
  const user = confirmed ?? storedUser;
  const loadAhead = () => isReducedData() || preload();
  const [pathname] = useLocation();
  const isCurrent = (href: string) => (pathname === href ? 'page' : undefined);
  if (status === 'loading') return <Skeleton width={96} height={28} />;
  if (user) {
    return (
      <Link
        href="/profile"
        className={`${styles.link} ${styles.profile}`}
        aria-current={isCurrent('/profile')}
      >
        <span className={styles.avatar} aria-hidden="true">
          {avatarLetter(user)}
        </span>
        <span className={styles.userName}>{shownName(user)}</span>
      </Link>
    );
  }
  return (
    <>
      <Link
        href="/login"
        className={styles.link}
        aria-current={isCurrent('/login')}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
      >
        Log In
      </Link>
      <Link
        href="/register"
        className={`${styles.link} ${styles.signUp}`}
        aria-current={isCurrent('/register')}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
      >
        Sign Up
      </Link>
    </>
  );
}
