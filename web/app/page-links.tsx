import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '../shared/sign-in/auth-provider.tsx';
import { AsyncPart, lazyComponent } from '../shared/ui/loading.tsx';

export const loadSignedInParts = () => import('./signed-in-tasks.tsx');
const UnreadAlerts = lazyComponent(loadSignedInParts, 'UnreadAlerts');

interface PageLink {
  readonly href: string;
  readonly label: string;
  readonly placement?: 'row' | 'more';
  readonly group: string;
  readonly isFor?: 'user' | 'guest';
}

const PAGES: readonly PageLink[] = [
  { href: '/', label: 'Home', placement: 'row', group: '' },
  { href: '/prediction', label: 'Start Predicting', placement: 'row', group: 'Analyze' },
  { href: '/workbench', label: 'Workbench', placement: 'row', group: 'Analyze' },
  { href: '/forecasts', label: 'Forecasts', placement: 'row', group: 'Evidence' },
  { href: '/today', label: 'Today', placement: 'row', group: 'Yours', isFor: 'user' },
  { href: '/watchlist', label: 'Watchlist', placement: 'row', group: 'Yours', isFor: 'user' },
  { href: '/import', label: 'Import a list', group: 'Yours', isFor: 'guest' },
  { href: '/about', label: 'About', placement: 'row', group: '' },
  { href: '/compare', label: 'Compare', placement: 'more', group: 'Analyze' },
  { href: '/holdings', label: 'Holdings', placement: 'more', group: 'Yours' },
  { href: '/track-record', label: 'Track record', placement: 'more', group: 'Evidence' },
  { href: '/method', label: 'Method', placement: 'more', group: 'Evidence' },
  { href: '/data', label: 'Data', placement: 'more', group: 'Evidence' },
];

export function PageLinks(place: Partial<Pick<PageLink, 'placement' | 'group'>>) {
  const [pathname] = useLocation();
  const { user, storedUser } = useAuth();
  const reader = (user ?? storedUser) ? 'user' : 'guest';
  return PAGES.filter(
    ({ placement, group, isFor = reader }) =>
      isFor === reader && (place.placement ? placement === place.placement : group === place.group),
  ).map(({ href, label }) => (
    <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
      {label}
      {href === '/today' && <Unread />}
    </Link>
  ));
}

/** The count of unread alerts, once the provider has confirmed the user. */
export function Unread() {
  return (
    useAuth().user && (
      <AsyncPart fallback={null}>
        <UnreadAlerts />
      </AsyncPart>
    )
  );
}

/** All groups with a heading; `account` goes below the group `Yours`. */
export function PageGroups({ account }: { account?: ReactNode }) {
  return ['Analyze', 'Yours', 'Evidence'].map((group) => (
    <div key={group} role="group" aria-label={group}>
      <p className="caption" aria-hidden="true">
        {group}
      </p>
      <PageLinks group={group} />
      {group === 'Yours' && account}
    </div>
  ));
}
