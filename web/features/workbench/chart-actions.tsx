import { Maximize2, Minimize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './workbench.module.css';

interface ChartActionsProps {
  readonly isFull: boolean;
  /** `null` where the browser has no full screen. */
  readonly onFull: (() => void) | null;
  /** Those that need a chart. */
  readonly children: ReactNode;
}

/** What can be done with the chart as a whole. */
export function ChartActions({ isFull, onFull, children }: ChartActionsProps) {
  const FullIcon = isFull ? Minimize2 : Maximize2;
  return (
    <span className={styles.end}>
      {children}
      {onFull && (
        <IconButton label={isFull ? 'Leave full screen' : 'Full screen'} onClick={onFull}>
          <FullIcon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}
