import { useRef, type RefObject } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { useFocusHeir } from './use-focus-heir.ts';

interface RetryBannerProps {
  readonly message: string;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  /** Stands before the banner, and gets a focus that would otherwise go with it. */
  readonly focusNext: RefObject<HTMLElement | null>;
}

/** An error and a button that tries again. The button stays, with its focus, for as long as that takes. */
export function RetryBanner({ message, isRetrying, onRetry, focusNext }: RetryBannerProps) {
  const banner = useRef<HTMLDivElement>(null);
  useFocusHeir(banner, focusNext);
  return (
    <div ref={banner}>
      <Banner
        tone="error"
        title="Error"
        action={
          <Button aria-busy={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {isRetrying ? 'Trying again…' : message}
      </Banner>
    </div>
  );
}
