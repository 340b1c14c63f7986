import { lazy, useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../format/use-format.ts';
import { columnCount } from '../ui/feature-grid.tsx';
import { Part } from '../ui/part.tsx';
import styles from './claim-strip.module.css';
import { claimsFor, modelClaims, NOT_MEASURED, parseClaimsMode } from './claims.ts';
import type { ClaimsMode, MarketingClaim } from './claims.ts';

/** On demand: builds that print the specified figures never load it. */
const MeasuredClaims = lazy(async () => ({
  default: (await import('./measured-claims.tsx')).MeasuredClaims,
}));

const BUILD_MODE = parseClaimsMode(import.meta.env.VITE_CLAIMS);

/** The figures of a page: what was measured, and the marketing figures under a heading that says what they are. */
export function ClaimStrip({ page, mode = BUILD_MODE }: { page: MarketingClaim['page']; mode?: ClaimsMode }) {
  const format = useFormat();
  if (mode === 'measured') {
    return (
      <Part>
        <MeasuredClaims page={page} />
      </Part>
    );
  }
  return (
    <>
      {/* What the model scored stands above the figures that nothing measured, and larger. */}
      <Strip title="What was measured" claims={modelClaims(format, page)}>
        Each listing scored by a model fitted without its era.{' '}
        <Link href="/method#record">How it was measured</Link>
      </Strip>
      <Strip title="Illustrative figures" isQuiet claims={claimsFor(page, mode)}>
        Not results: marketing text, kept apart from what was measured.
      </Strip>
    </>
  );
}

interface StripProps {
  readonly title: string;
  readonly isQuiet?: boolean;
  readonly claims: readonly MarketingClaim[];
  /** Where the figures come from. */
  readonly children: ReactNode;
}

/** Figures side by side under their heading. */
export function Strip({ title, isQuiet = false, claims, children }: StripProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.strip}>
      <div className={styles.head}>
        <h2 id={headingId} className={isQuiet ? styles.quiet : undefined}>
          {title}
        </h2>
        <p className={styles.note}>{children}</p>
      </div>
      <div className={styles.tiles} data-columns={columnCount(claims.length)}>
        {claims.map((claim) => (
          <Claim key={claim.id} claim={claim} />
        ))}
      </div>
    </section>
  );
}

/**
 * One marketing figure with its evidence, or with the words that there is none, in the same tile and in its accessible
 * name. The only way such a figure gets onto a page.
 */
function Claim({ claim }: { claim: MarketingClaim }) {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag means a figure with its remark; fieldset is for controls
    <div role="group" aria-labelledby={id} className={styles.tile} data-measured={claim.evidence !== null}>
      <p id={id} className={styles.text}>
        <span className={styles.value}>{claim.value}</span>{' '}
        <span className={styles.label}>{claim.label}</span>{' '}
        <span className={styles.basis}>{claim.evidence ?? NOT_MEASURED}</span>
      </p>
      {claim.evidence === null && (
        <Link href="/track-record" className={styles.record}>
          Measured record
        </Link>
      )}
    </div>
  );
}
