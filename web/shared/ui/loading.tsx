import { Component, lazy, Suspense, useState } from 'react';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import styles from './loading.module.css';
import { Button, classNames } from './button.tsx';

export function Skeleton({ width = '100%', height = '1em' }: Pick<CSSProperties, 'width' | 'height'>) {
  // `data-skeleton` keeps the footer hidden until the content is there (`app.module.css`).
  return <span data-skeleton aria-hidden="true" className={styles.skeleton} style={{ width, height }} />;
}

/** Work in progress, in words. Not a live region: the page announces it. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  );
}

interface AsyncPartProps {
  readonly waiting?: ReactNode;
  /** `null` for what nobody misses. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

const LOAD_FAILURE = <LoadFailure />;

/** A part whose code is loaded on demand. If that fails, `fallback` takes its place and the rest of the page stays. */
export function AsyncPart({ waiting, fallback = LOAD_FAILURE, children }: AsyncPartProps) {
  return (
    <ErrorBoundary fallback={fallback}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** If floating, at the foot of the window; not a toast, whose icons every page would have to load. */
export function LoadFailure({ isFloating, onDismiss }: { isFloating?: boolean; onDismiss?: () => void }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <div role="alert" className={classNames(styles.failure, isFloating && styles.floating)}>
      <p>Couldn’t load this section.</p>
      {/* The browser fetches a failed module or style sheet again only after a reload. */}
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload page
      </Button>
      {isFloating && (
        <Button
          size="sm"
          onClick={() => {
            setOpen(false);
            onDismiss?.();
          }}
        >
          Dismiss
        </Button>
      )}
    </div>
  );
}

type ErrorBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** Shows `fallback` once a child fails to render or to load. A new `key` resets it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

type LoadedComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** A component of a file that is loaded on its first render. */
export function lazyComponent<Name extends string, Module extends Record<Name, LoadedComponent>>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** A component whose code is fetched on render or by `preload`. Preloaded it does not suspend, so hydration shows no gap. */
export function onDemand<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let Loaded: ComponentType | null = null;
  const loaded = async (): Promise<ComponentType> => (await load())[name];
  const Lazy = lazy(async () => ({ default: await loaded() }));
  return {
    page: () => (Loaded ? <Loaded /> : <Lazy />),
    preload: async () => {
      Loaded = await loaded();
    },
  };
}
