import {
  Component,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from 'react';
import styles from './loading.module.css';
import { Button } from './button.tsx';

/** A placeholder for content to come, hidden from screen readers. */
export function Skeleton({
  width = '100%',
  height = '1em',
}: {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
}) {
  // The footer waits for it (`app.module.css`).
  return <span data-skeleton aria-hidden="true" className={styles.skeleton} style={{ width, height }} />;
}

/** Work in progress, in words. The page announces it, or a screen reader would hear of it twice. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  );
}

const FAILED = 'This part could not be loaded.';

/** A module or style sheet that failed to load is fetched again only by a new page. */
function LoadAgain() {
  return (
    <Button size="sm" onClick={() => window.location.reload()}>
      Load again
    </Button>
  );
}

/**
 * A part of a page whose code is loaded on demand: shows `waiting` until then. If loading fails, the part says so and the
 * rest of the page stays.
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

/** The same for what has no place in the page, such as a dialog: a failure is shown at the foot of the window. */
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

type ErrorBoundaryProps = {
  /** Stands in place of the children once one of them has thrown. */
  fallback: ReactNode;
  children: ReactNode;
};

/**
 * Catches children that fail while rendering or whose code could not be loaded; what is around it lives on. A new `key`
 * clears it. React has no hook for this, hence the class.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** A part whose code is loaded when it is first rendered. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

type OnDemand = {
  page: ComponentType;
  /** Prefetches the code, so that the first render does not wait for it. Rejects when it cannot be fetched. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is fetched when it is first rendered, or by `preload`. Unlike `lazy` alone it does not suspend
 * once preloaded, so that prerendered HTML is hydrated without a gap.
 */
export function onDemand(load: () => Promise<ComponentType>): OnDemand {
  let Loaded: ComponentType | null = null;
  const Lazy = lazyPart(load);
  return {
    page: () => (Loaded ? <Loaded /> : <Lazy />),
    preload: async () => {
      Loaded = await load();
    },
  };
}
