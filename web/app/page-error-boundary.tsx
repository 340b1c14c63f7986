import type { ReactNode } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { writeAsChosen } from './build-writing.ts';
import { replayEarlyPress } from './early-press.ts';
import styles from './message-page.module.css';

/** Keeps header and footer usable when a page fails. Give it the location as key, so that leaving the page clears it. */
export function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<PageFailure />} onFail={answer}>
      {children}
    </ErrorBoundary>
  );
}

function answer() {
  writeAsChosen();
  replayEarlyPress();
}

function PageFailure() {
  return (
    <div className={styles.page} role="alert">
      <h1>This page could not be shown</h1>
      <p className={styles.text}>
        The connection may have dropped, or a newer version was published. Loading again usually helps.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </div>
  );
}
