import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { focusHeadingOnRemoval } from './focus-heading.ts';

interface ConfirmButtonProps {
  readonly action: string;
  readonly label: string;
  readonly question: string;
  readonly className: string | undefined;
  readonly onClear: () => void;
  /** Shown before the button; the question replaces both. */
  readonly children?: ReactNode;
}

export function ConfirmButton({ action, label, question, className, onClear, children }: ConfirmButtonProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'declined'>('idle');
  const isAsking = step === 'asking';
  return (
    <div
      ref={focusHeadingOnRemoval}
      className={className}
      {...(isAsking && { role: 'group', 'aria-label': label })}
    >
      {isAsking ? <p>{question}</p> : children}
      <span className="cluster">
        {isAsking && (
          <Button size="sm" variant="danger" onClick={onClear}>
            Clear
          </Button>
        )}
        <Button
          key={step}
          size="sm"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that had the focus
          autoFocus={step !== 'idle'}
          onClick={() => setStep(isAsking ? 'declined' : 'asking')}
        >
          {isAsking ? 'Cancel' : action}
        </Button>
      </span>
    </div>
  );
}
