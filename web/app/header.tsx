import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useSetAtom } from '../store.ts';
import { avatarLetter, displayNameOf } from '../shared/sign-in/identity.ts';
import { useAuth } from '../shared/sign-in/auth-provider.tsx';
import { overlayAtom } from '../shared/ui/overlay.ts';
import { useTheme } from '../shared/user/theme.tsx';
import { useIsHydrated } from '../shared/browser/browser-state.ts';
import { IconButton } from '../shared/ui/button.tsx';
import { AsyncPart, lazyComponent, LoadFailure } from '../shared/ui/loading.tsx';
import styles from './header.module.css';
import { PageGroups, PageLinks, Unread } from './page-links.tsx';

const loadMenu = () => import('./mobile-menu.tsx');
const MobileMenu = lazyComponent(loadMenu, 'MobileMenu');

export function Header() {
  const [pathname] = useLocation();
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
          <PageLinks placement="row" />
          {/* The browser opens this menu by itself, without scripts too. */}
          <button type="button" className={styles.more} popoverTarget="more">
            More
          </button>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble from the links and buttons */}
          <div
            id="more"
            popover="auto"
            className={styles.menu}
            onClick={({ currentTarget }) => currentTarget.hidePopover()}
          >
            <PageLinks placement="more" />
            <OverlayButtons />
          </div>
        </nav>
        <ThemeToggle />
        <div className={styles.account}>
          <AccountLinks />
        </div>
        {/* A change of the route closes the menu. */}
        <MenuButton key={pathname} />
      </div>
    </header>
  );
}

function MenuButton() {
  const [isOpen, setOpen] = useState(false);
  // Before hydration a press would be lost.
  const isHydrated = useIsHydrated();
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        id="open-menu"
        label="Open menu"
        aria-labelledby="open-menu unread"
        className={styles.menuButton}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={!isHydrated}
        onPointerDown={() => void loadMenu().catch(() => undefined)}
        onClick={({ currentTarget }) => {
          // Safari focuses no button that is pressed, and the menu returns the focus.
          currentTarget.focus();
          setOpen(true);
        }}
      >
        <Glyph name="menu" />
        <span id="unread">
          <Unread />
        </span>
      </IconButton>
      {isOpen && (
        <AsyncPart fallback={<LoadFailure isFloating onDismiss={close} />}>
          <MobileMenu onClose={close}>
            <PageLinks group="" />
            <PageGroups account={<AccountLinks />} />
            <OverlayButtons />
          </MobileMenu>
        </AsyncPart>
      )}
    </>
  );
}

/** The product's mark: a price line that opens into its range. The favicon has the same drawing. */
function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path className={styles.markRange} d="M12 13 22 4v16z" />
      <path className={styles.markLine} d="M2 17l4-5 3 3 3-2" />
      <path className={styles.markEstimate} d="M12 13l10-1" />
    </svg>
  );
}

function ThemeToggle() {
  const { theme, toggleTheme } = useTheme();
  return (
    <IconButton
      label={theme === 'dark' ? 'Use light theme' : 'Use dark theme'}
      disabled={!useIsHydrated()}
      onClick={toggleTheme}
    >
      <Glyph name={theme === 'dark' ? 'sun' : 'moon'} />
    </IconButton>
  );
}

function OverlayButtons() {
  const isHydrated = useIsHydrated();
  const setOverlay = useSetAtom(overlayAtom);
  return (['settings', 'palette'] as const).map((overlay) => (
    <button key={overlay} type="button" disabled={!isHydrated} onClick={() => setOverlay(overlay)}>
      {overlay === 'settings' ? 'Settings' : 'Commands'}
    </button>
  ));
}

function AccountLinks() {
  const { user: confirmed, storedUser } = useAuth();
  const user = confirmed ?? storedUser;
  const [pathname] = useLocation();
  // Switching between the sign-in pages keeps the remembered destination.
  const historyState = useHistoryState<unknown>();
  const isCurrent = (href: string) => (pathname === href ? 'page' : undefined);
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
        <span className={styles.userName}>{displayNameOf(user)}</span>
      </Link>
    );
  }
  return [
    { href: '/login', name: 'Log In', className: styles.link },
    { href: '/register', name: 'Sign Up', className: `${styles.link} ${styles.signUp}` },
  ].map(({ name, ...link }) => (
    <Link key={name} {...link} state={historyState} aria-current={isCurrent(link.href)}>
      {name}
    </Link>
  ));
}

/** From Lucide (ISC licence), like every icon here. Copied so that the entry does not load the package. */
const GLYPHS = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  moon: 'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8m0-6v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
};

function Glyph({ name }: { name: keyof typeof GLYPHS }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={GLYPHS[name]} />
    </svg>
  );
}
