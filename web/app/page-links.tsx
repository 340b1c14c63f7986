import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '../shared/sign-in/auth-provider.tsx';
import styles from './page-links.module.css';

type Placement = 'row' | 'more';

/** Pages in header order. `placement` is the header's row or its More menu; `group` is for the mobile menu and footer. */
const PAGES = [
  { href: '/', label: 'Home', placement: 'row', group: '' },
  { href: '/prediction', label: 'Start Predicting', placement: 'row', group: 'Analyze' },
  { href: '/workbench', label: 'Workbench', placement: 'row', group: 'Analyze' },
  { href: '/forecasts', label: 'Forecasts', placement: 'row', group: 'Evidence' },
  { href: '/today', label: 'Today', placement: 'row', group: 'Yours' },
  { href: '/watchlist', label: 'Watchlist', placement: 'row', group: 'Yours' },
  { href: '/about', label: 'About', placement: 'row', group: '' },
  { href: '/compare', label: 'Compare', placement: 'more', group: 'Analyze' },
  { href: '/track-record', label: 'Track record', placement: 'more', group: 'Evidence' },
  { href: '/method', label: 'Method', placement: 'more', group: 'Evidence' },
  { href: '/data', label: 'Data', placement: 'more', group: 'Evidence' },
];

/** Links to the pages with this placement, or in this group. Guests see none of `Yours`. */
export function PageLinks({
  placement,
  group,
}: { placement: Placement; group?: never } | { placement?: never; group: string }) {
  const [pathname] = useLocation();
  const { user, storedUser } = useAuth();
  const isOpen = (page: (typeof PAGES)[number]) => page.group !== 'Yours' || user || storedUser;
  return PAGES.filter(
    (page) => (placement ? page.placement === placement : page.group === group) && isOpen(page),
  ).map(({ href, label }) => (
    <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
      {label}
    </Link>
  ));
}

/** All groups with a heading; `account` goes below the group `Yours`. */
export function PageGroups({ account }: { account?: ReactNode }) {
  return ['Analyze', 'Yours', 'Evidence'].map((group) => (
    <div key={group} role="group" aria-label={group} className={styles.group}>
      <p className="caption" aria-hidden="true">
        {group}
      </p>
      <PageLinks group={group} />
      {group === 'Yours' && account}
    </div>
  ));
}
