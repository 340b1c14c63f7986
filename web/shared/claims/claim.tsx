import { useId } from 'react';
import styles from './claim-strip.module.css';
import { NOT_MEASURED } from './claims.ts';
import type { MarketingClaim } from './claims.ts';

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
