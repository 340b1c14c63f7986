/** The figures of the pages that present the product. */
import { DEFAULT_HORIZON_DAYS, type Format } from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { lazyPart, Part } from '../../shared/ui/loading.tsx';
import { ClaimTiles, type Claim } from './claim-tiles.tsx';

/** On demand: builds that show the specified figures never load it. */
const MeasuredClaims = lazyPart(async () => (await import('./measured-claims.tsx')).MeasuredClaims);

/** `spec` shows the specified figures, labelled as samples; `measured` what the public ledger has measured in their place. */
type ClaimsMode = 'spec' | 'measured';

const BUILD_MODE = parseClaimsMode(import.meta.env.VITE_CLAIMS);

/** The mode of a build: `measured` only when the setting says exactly that. */
export function parseClaimsMode(setting: string | undefined): ClaimsMode {
  return setting === 'measured' ? 'measured' : 'spec';
}

/** The figures of the specification, word for word. Nothing measured them. */
export const SPECIFIED_CLAIMS = {
  home: [
    { value: '98%', label: 'accuracy' },
    { value: '15K+', label: 'active users' },
    { value: '24/7', label: 'real-time data' },
    { value: 'Every minute', label: 'data updates' },
  ],
  about: [
    { value: '92%', label: 'prediction accuracy' },
    { value: '500+', label: 'stocks' },
    { value: '10K+', label: 'daily predictions' },
    { value: '5K+', label: 'active users' },
    { value: 'under 2 seconds', label: 'analysis' },
    { value: '5-day forecasts', label: 'with confidence intervals' },
  ],
} as const satisfies Readonly<Record<string, readonly Claim[]>>;

interface ClaimStripProps {
  readonly page: keyof typeof SPECIFIED_CLAIMS;
  readonly mode?: ClaimsMode;
}

/** The figures of a page: what was measured, and the marketing figures under a heading that says what they are. */
export function ClaimStrip({ page, mode = BUILD_MODE }: ClaimStripProps) {
  const format = useFormat();
  if (mode === 'measured') {
    return (
      <Part>
        <MeasuredClaims />
      </Part>
    );
  }
  return (
    <>
      {/* What was measured comes first, and larger than what was not. */}
      <ClaimTiles title="What was measured" claims={modelClaims(format)}>
        Each listing was scored by a model that was not trained on it.{' '}
        <Link href="/method#record">How it was measured</Link>
      </ClaimTiles>
      <ClaimTiles title="Illustrative figures" isQuiet claims={SPECIFIED_CLAIMS[page]}>
        Marketing text, not results; kept apart from what was measured.
      </ClaimTiles>
    </>
  );
}

/**
 * What the shipped model scored over past sessions, 7 trading days ahead, as in `compute/README.md` ("The forecast
 * in parts"); a test compares the two.
 */
export const MODEL_SCORES = { forecasts: 45106, listings: 40, held80: 0.799, held95: 0.947 } as const;

function modelClaims(format: Format): readonly Claim[] {
  const { forecasts, listings, held80, held95 } = MODEL_SCORES;
  const evidence = `Measured on ${format.count(forecasts)} past forecasts of ${listings} listings, ${DEFAULT_HORIZON_DAYS} trading days ahead`;
  return [
    { value: format.shareTenths(held80), label: 'of outcomes ended inside the 80% range', evidence },
    { value: format.shareTenths(held95), label: 'of outcomes ended inside the 95% range', evidence },
  ];
}
