import { Component } from 'react';
import type { ReactNode } from 'react';

export type ErrorBoundaryProps = {
  /** Stands in place of the children once one of them has thrown. */
  fallback: ReactNode;
  onFail?: () => void;
  children: ReactNode;
};

/**
 * Catches children that fail while rendering or whose code could not be loaded; what stands around it lives on. A new `key`
 * clears it. React has no hook for this, hence the class.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFail?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
