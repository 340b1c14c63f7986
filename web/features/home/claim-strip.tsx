import { DEFAULT_HORIZON_DAYS, type Format } from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { lazyComponent, AsyncSection } from '../../shared/ui/loading.tsx';
import { ClaimTiles, type Claim } from './claim-tiles.tsx';
import SPECIFIED_CLAIMS from './specified-claims.json' with { type: 'json' };

/** Loaded on demand: builds that show the specified figures never need it. */
const MeasuredClaims = lazyComponent(() => import('./measured-claims.tsx'), 'MeasuredClaims');

/** A page's figures: the measured ones, then the specification's marketing figures, word for word, under a heading that says so. */
export function ClaimStrip({ page }: { page: keyof typeof SPECIFIED_CLAIMS }) {
  const format = useFormat();
  if (import.meta.env.VITE_CLAIMS === 'measured') {
    return (
      <AsyncSection>
        <MeasuredClaims />
      </AsyncSection>
    );
  }
  return (
    <>
      {/* Measured figures come first, and larger. */}
      <ClaimTiles title="Measured results" claims={modelClaims(format)}>
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

function modelClaims(format: Format): readonly Claim[] {
  const { forecasts, listings, held80, held95 } = MODEL_SCORES;
  const evidence = `Measured on ${format.count(forecasts)} past forecasts for ${listings} listings, ${DEFAULT_HORIZON_DAYS} trading days ahead`;
  return [
    { value: format.shareTenths(held80), label: 'of outcomes fell inside the 80% range', evidence },
    { value: format.shareTenths(held95), label: 'of outcomes fell inside the 95% range', evidence },
  ];
}
