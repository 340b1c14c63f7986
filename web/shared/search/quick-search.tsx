import { Link, useLocation } from 'wouter';
import { useSetAtom } from '../../store.ts';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { isDemoListing } from './demo-listings.ts';
import styles from './listing-form.module.css';
import { ListingForm, type ListingChoice } from './listing-form.tsx';
import { nameMatchAtom } from '../api/look-up.ts';

/** A search on a page without an analysis. A guest is sent to /login, which remembers the listing, or can open its demo. */
export function QuickSearch({ initial }: { initial?: string | undefined }) {
  const [, navigate] = useLocation();
  const isGuest = useIsGuest();
  const setNameMatch = useSetAtom(nameMatchAtom);

  function open({ ticker, text, isSuggestion }: ListingChoice): null {
    // The guest now chooses between the demo link below and the button, which leads to /login.
    if (isSuggestion && isGuest && isDemoListing(ticker)) return null;
    if (text !== null) setNameMatch({ text, symbol: ticker });
    navigate(`/prediction?${new URLSearchParams({ ticker })}`);
    return null;
  }

  return (
    <search className={styles.wide}>
      <ListingForm
        id="quick-search"
        action="Search"
        initial={initial}
        keepsText
        onEnter={open}
        below={DemoLink}
      />
    </search>
  );
}

function useIsGuest(): boolean {
  const { user, storedUser } = useAuth();
  return (user ?? storedUser) === null;
}

function DemoLink({ text: ticker }: { text: string }) {
  if (!useIsGuest() || !isDemoListing(ticker)) return null;
  return (
    <Link href={`/demo?${new URLSearchParams({ ticker })}`}>
      Open {ticker} in the demo (simulated prices)
    </Link>
  );
}
