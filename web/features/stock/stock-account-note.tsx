import { AccountNote } from '../../shared/sign-in/account-note.tsx';

/** Also in the static document, above the listing's first screen. */
export function StockAccountNote() {
  return <AccountNote>a watchlist, alerts and your saved forecasts</AccountNote>;
}
