import { useId, type ReactNode } from 'react';
import { classNames } from '../../shared/ui/button.tsx';
import styles from './claim-tiles.module.css';

export interface Claim {
  readonly value: string;
  readonly label: string;
  /** How the figure was measured. Without it, the tile is labelled as not measured. */
  readonly evidence?: string;
}

const NOT_MEASURED = 'Sample figure, not measured';

interface ClaimTilesProps {
  readonly title: string;
  readonly isQuiet?: boolean;
  readonly claims: readonly Claim[];
  readonly children: ReactNode;
}

export function ClaimTiles({ title, isQuiet = false, claims, children }: ClaimTilesProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="stack">
      <div className={styles.head}>
        <h2 id={headingId} className={isQuiet ? styles.quiet : undefined}>
          {title}
        </h2>
        <p className="note">{children}</p>
      </div>
      <div className={styles.tiles}>
        {claims.map((claim) => (
          <ClaimTile key={claim.label} claim={claim} />
        ))}
      </div>
    </section>
  );
}

/** A figure with its evidence, or labelled as not measured. Marketing figures appear on a page only through this component. */
function ClaimTile({ claim: { value, label, evidence } }: { claim: Claim }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.tile} data-measured={evidence !== undefined}>
      <p id={id} className={classNames(styles.text, evidence !== undefined && 'formatted')}>
        <span className={styles.value}>{value}</span> <span className={styles.label}>{label}</span>{' '}
        <span className={styles.basis}>{evidence ?? NOT_MEASURED}</span>
      </p>
    </div>
  );
}
