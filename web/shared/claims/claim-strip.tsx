import { lazy, useId } from 'react';
import { Link } from 'wouter';
import { columnCount } from '../ui/feature-grid.tsx';
import { Part } from '../ui/part.tsx';
import styles from './claim-strip.module.css';
import { claimsFor, NOT_MEASURED, parseClaimsMode } from './claims.ts';
import type { ClaimsMode, MarketingClaim } from './claims.ts';

/** On demand: builds that print the specified figures never load it. */
const MeasuredClaims = lazy(async () => ({
  default: (await import('./measured-claims.tsx')).MeasuredClaims,
}));

const BUILD_MODE = parseClaimsMode(import.meta.env.VITE_CLAIMS);

/** The marketing figures of a page, under a heading that says what they are. Nothing at all when none may be shown. */
export function ClaimStrip({ page, mode = BUILD_MODE }: { page: MarketingClaim['page']; mode?: ClaimsMode }) {
  const headingId = useId();
  const claims = claimsFor(page, mode);
  if (mode === 'measured') {
    return (
      <Part>
        <MeasuredClaims page={page} />
      </Part>
    );
  }
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.strip}>
      <div className={styles.head}>
        <h2 id={headingId}>Illustrative figures</h2>
        <p className={styles.note}>
          What the model really achieved stands beside each forecast.{' '}
          <Link href="/track-record">See measured record</Link>
        </p>
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
export function Claim({ claim }: { claim: MarketingClaim }) {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag means a figure with its remark; fieldset is for controls
    <div role="group" aria-labelledby={id} className={styles.tile}>
      <p id={id} className={styles.text}>
        <span className={styles.value}>{claim.value}</span>{' '}
        <span className={styles.label}>{claim.label}</span>{' '}
        <span className={styles.basis}>{claim.evidence ?? NOT_MEASURED}</span>
      </p>
    </div>
  );
}
