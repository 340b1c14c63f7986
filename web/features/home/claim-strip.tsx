import { DEFAULT_HORIZON_DAYS, type Format } from '#compute';
import type { LedgerResponse } from '#worker/contract';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { fetchSummary } from '../../shared/api/ledger-api.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { classNames } from '../../shared/ui/button.tsx';
import styles from './claim-strip.module.css';
import SPECIFIED_CLAIMS from './specified-claims.json' with { type: 'json' };

interface StripProps {
  readonly page: keyof typeof SPECIFIED_CLAIMS;
}

/** A page's figures. The build leaves out the code of those that it does not show. */
export function ClaimStrip(props: StripProps) {
  return import.meta.env.VITE_CLAIMS === 'measured' ? <LedgerClaims /> : <SpecifiedClaims {...props} />;
}

/** The measured figures, larger, then the specification's marketing figures, word for word, under a heading that says so. */
function SpecifiedClaims({ page }: StripProps) {
  const format = useFormat();
  const { forecasts, listings, held80, held95 } = MODEL_SCORES;
  const evidence = `Measured on ${format.count(forecasts)} past forecasts for ${listings} listings, ${DEFAULT_HORIZON_DAYS} trading days ahead`;
  return (
    <>
      <ClaimTiles
        title="Measured results"
        claims={[rangeClaim(format, 80, held80, evidence), rangeClaim(format, 95, held95, evidence)]}
      >
        Every listing was scored by a model that wasn’t trained on it.{' '}
        <Link href="/method#record">How we measured it</Link>
      </ClaimTiles>
      <ClaimTiles title="Illustrative figures" isQuiet claims={SPECIFIED_CLAIMS[page]}>
        Marketing text, not results. Kept separate from what we measured.{' '}
        <Link href="/track-record">See the track record</Link>
      </ClaimTiles>
    </>
  );
}

/** Scores on past sessions, 7 trading days ahead. Source: `compute/README.md` ("The forecast in parts"); a test compares the two. */
export const MODEL_SCORES = { forecasts: 45106, listings: 40, held80: 0.799, held95: 0.947 } as const;

function LedgerClaims() {
  const format = useFormat();
  const [summary, setSummary] = useState<LedgerResponse | null>(null);

  useEffect(() => {
    const abort = new AbortController();
    void fetchSummary(null, abort.signal).then((response) => {
      if (response.ok) setSummary(response.value);
    });
    return () => abort.abort();
  }, []);

  const claims = summary === null ? [] : ledgerClaims(format, summary);
  if (claims.length === 0) return null;
  return (
    <ClaimTiles title="Measured figures" claims={claims}>
      Forecasts published before their outcome was known.{' '}
      <Link href="/track-record">See the track record</Link>
    </ClaimTiles>
  );
}

function ledgerClaims(format: Format, { horizons, ledger }: LedgerResponse): readonly Claim[] {
  const scores = horizons.find(({ horizon_days: days }) => days === DEFAULT_HORIZON_DAYS);
  if (scores === undefined) return [];
  const basis = ledger === 'live' ? 'Measured' : 'Simulated market: measured';
  const set = `${format.count(scores.n)} settled ${DEFAULT_HORIZON_DAYS}-day forecasts, ${format.isoDate(scores.from)} to ${format.isoDate(scores.to)}`;
  return ([80, 95] as const).flatMap((range) => {
    const { value, low, high } = scores[`coverage${range}`];
    if (low === null || high === null) return [];
    const interval = `95% interval ${format.shareTenths(low)} to ${format.shareTenths(high)}`;
    return rangeClaim(format, range, value, `${basis} on ${set}; ${interval}`);
  });
}

function rangeClaim(format: Format, range: 80 | 95, held: number, evidence: string): Claim {
  const label = `of outcomes fell inside the ${range}% range`;
  return { value: format.shareTenths(held), label, evidence };
}

interface Claim {
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

function ClaimTiles({ title, isQuiet = false, claims, children }: ClaimTilesProps) {
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
