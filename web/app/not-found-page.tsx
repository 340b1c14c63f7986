import { useLocation } from 'wouter';
import { QuickSearch } from '../shared/search/quick-search.tsx';
import { ButtonLink } from '../shared/ui/button.tsx';
import styles from './pages.module.css';

/** A path that may be meant as a ticker, such as /nvda. */
const TICKER_PATH = /^\/([a-z][a-z.-]{0,6})$/i;

export function NotFoundPage() {
  const [pathname] = useLocation();
  return (
    <div className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>Page not found</h1>
      <p className={styles.text}>
        The link may be mistyped, or the page has moved. If you were looking for a stock, search for it here.
      </p>
      <QuickSearch initial={TICKER_PATH.exec(pathname)?.[1]?.toUpperCase() ?? ''} />
      <div className={styles.actions}>
        <ButtonLink href="/">Go home</ButtonLink>
        <ButtonLink href="/demo">Open the demo</ButtonLink>
      </div>
    </div>
  );
}
