import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { replayEarlyPress } from './early-press.ts';
import styles from './message-page.module.css';

/**
 * Catches a page that fails while rendering or whose code could not be loaded, and keeps header and footer usable.
 * React has no hook for this, hence the class. Give it the location as key, so that leaving the page clears it.
 */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    replayEarlyPress();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
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
}
