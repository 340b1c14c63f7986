import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { ErrorBoundary } from '../shared/ui/part.tsx';
import styles from './message-page.module.css';

/** Keeps header and footer usable when a page fails. Give it the location as key, so that leaving the page clears it. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={<PageFailure />}>{children}</ErrorBoundary>;
}

function PageFailure() {
  const [isOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    if (isOnline) return undefined;
    const reload = () => window.location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isOnline]);

  return (
    <div className={styles.page} role="alert">
      <h1>{isOnline ? 'This page could not be shown' : 'You are offline'}</h1>
      <p className={styles.text}>
        {isOnline
          ? 'The connection may have dropped, or a newer version was published. Loading again usually helps.'
          : 'This page is not stored in this browser. It opens when the connection is back.'}
      </p>
      {isOnline && (
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load again
        </Button>
      )}
    </div>
  );
}

/** The stored session could be neither confirmed nor denied; nobody is sent away for that. */
export function CheckFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.page} role="alert">
      <h1>Your sign-in could not be checked</h1>
      <p className={styles.text}>Check your network connection and try again.</p>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Tells the deployer that the build lacks its settings. */
export function StartupFailure({ message }: { message: string }) {
  return (
    <main className={styles.page} role="alert">
      <h1>Candor could not start</h1>
      <p className={styles.text}>{message}</p>
      <p className={styles.text}>
        The names of the missing variables are in the browser console and in <code>.dev.vars.example</code>.
        For a local build with the demo account, run <code>npm start</code>.
      </p>
    </main>
  );
}
