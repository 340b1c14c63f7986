import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './part.module.css';

const FAILED = 'This part could not be loaded.';

/** A module, or its style sheet, that did not arrive is asked for again by a new page only. */
function LoadAgain() {
  return (
    <Button size="sm" onClick={() => window.location.reload()}>
      Load again
    </Button>
  );
}

/**
 * A part of a page whose code travels by itself: `waiting` stands in its place until it is there. Should it not arrive, the
 * part says so and the rest of the page stays as it is.
 */
export function Part({ waiting, children }: { waiting?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<PartFailure />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PartFailure() {
  return (
    <div role="alert" className={styles.failure}>
      <p>{FAILED}</p>
      <LoadAgain />
    </div>
  );
}

/** The same for what has no place in the page, such as a dialog: its failure is told at the foot of the window. */
export function FloatingPart({ onDismiss, children }: { onDismiss?: () => void; children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<FloatingFailure onDismiss={onDismiss} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

function FloatingFailure({ onDismiss }: { onDismiss: (() => void) | undefined }) {
  const [isOpen, setOpen] = useState(true);
  function dismiss() {
    setOpen(false);
    onDismiss?.();
  }
  if (!isOpen) return null;
  // Not a toast: its icons would travel with every page.
  return (
    <div role="alert" className={`${styles.failure} ${styles.floating}`}>
      <p>{FAILED}</p>
      <LoadAgain />
      <Button size="sm" onClick={dismiss}>
        Dismiss
      </Button>
    </div>
  );
}
