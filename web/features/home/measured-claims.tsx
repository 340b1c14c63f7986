import { DEFAULT_HORIZON_DAYS, type Format } from '#compute';
import type { LedgerResponse } from '#worker/contract';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { fetchSummary } from '../../shared/api/ledger-api.ts';
import { ClaimTiles, type Claim } from './claim-tiles.tsx';

export function MeasuredClaims() {
  const format = useFormat();
  const [summary, setSummary] = useState<LedgerResponse | null>(null);

  useEffect(() => {
    const abort = new AbortController();
    void fetchSummary({ ledger: null, ticker: null }, abort.signal).then((response) => {
      if (response.ok) setSummary(response.value);
    });
    return () => abort.abort();
  }, []);

  const claims = summary === null ? [] : measuredClaims(format, summary);
  if (claims.length === 0) return null;
  return (
    <ClaimTiles title="Measured figures" claims={claims}>
      Forecasts published before their outcome was known.{' '}
      <Link href="/track-record">See the track record</Link>
    </ClaimTiles>
  );
}

function measuredClaims(format: Format, summary: LedgerResponse): readonly Claim[] {
  const scores = summary.horizons.find(({ horizon_days: days }) => days === DEFAULT_HORIZON_DAYS);
  if (scores === undefined) return [];
  const basis = summary.ledger === 'live' ? 'Measured' : 'Simulated market: measured';
  const set = `${format.count(scores.n)} settled ${DEFAULT_HORIZON_DAYS}-day forecasts, ${format.isoDate(scores.from)} to ${format.isoDate(scores.to)}`;
  const shares = [
    { label: 'of outcomes fell inside the 80% range', estimate: scores.coverage80 },
    { label: 'of outcomes fell inside the 95% range', estimate: scores.coverage95 },
  ];
  return shares.flatMap(({ label, estimate: { value, low, high } }) => {
    if (low === null || high === null) return [];
    const interval = `95% interval ${format.shareTenths(low)} to ${format.shareTenths(high)}`;
    return { value: format.shareTenths(value), label, evidence: `${basis} on ${set}; ${interval}` };
  });
}
