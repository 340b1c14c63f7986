import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '../shared/sign-in/auth-provider.tsx';
import styles from './page-links.module.css';

/** The pages in the order of the header, in its row or behind "More", and the groups that menu and footer show them in. */
const PAGES = [
  { href: '/', label: 'Home', place: 'row', group: '' },
  { href: '/prediction', label: 'Start Predicting', place: 'row', group: 'Analyse' },
  { href: '/workbench', label: 'Workbench', place: 'row', group: 'Analyse' },
  { href: '/forecasts', label: 'Forecasts', place: 'row', group: 'Proof' },
  { href: '/today', label: 'Today', place: 'row', group: 'Yours' },
  { href: '/watchlist', label: 'Watchlist', place: 'row', group: 'Yours' },
  { href: '/about', label: 'About', place: 'row', group: '' },
  { href: '/compare', label: 'Compare', place: 'more', group: 'Analyse' },
  { href: '/track-record', label: 'Track record', place: 'more', group: 'Proof' },
  { href: '/method', label: 'Method', place: 'more', group: 'Proof' },
  { href: '/data', label: 'Data', place: 'more', group: 'Proof' },
];

/** Links to the pages of a place, or to those of a group; a guest sees none of `Yours`. */
export function PageLinks({
  place: placement,
  group,
}: { place: string; group?: never } | { place?: never; group: string }) {
  const [pathname] = useLocation();
  const { user, storedUser } = useAuth();
  const isOpen = (page: (typeof PAGES)[number]) => page.group !== 'Yours' || user || storedUser;
  return PAGES.filter(
    (page) => (placement ? page.place === placement : page.group === group) && isOpen(page),
  ).map(({ href, label }) => (
    <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
      {label}
    </Link>
  ));
}

/** The pages in named groups; `account` follows those of the visitor. */
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
