import { DEFAULT_HORIZON_DAYS } from '#compute';
import type { Format } from '../format/format.ts';

/** A marketing figure. Without evidence it is an illustration, and is labelled as one wherever it is shown. */
export type MarketingClaim = {
  id: string;
  page: 'home' | 'about';
  value: string;
  label: string;
  /** What measured the figure; null while nothing has. */
  evidence: string | null;
};

/** `spec` prints every figure with its label; `measured` prints only figures with evidence. */
export type ClaimsMode = 'spec' | 'measured';

/** The words that stand in the tile of a figure without evidence. */
export const NOT_MEASURED = 'Sample figure, not measured';

/** The figures of the specification, word for word. */
const CLAIMS: readonly MarketingClaim[] = [
  { id: 'home-accuracy', page: 'home', value: '98%', label: 'accuracy', evidence: null },
  { id: 'home-users', page: 'home', value: '15K+', label: 'active users', evidence: null },
  { id: 'home-real-time', page: 'home', value: '24/7', label: 'real-time data', evidence: null },
  { id: 'home-updates', page: 'home', value: 'Every minute', label: 'data updates', evidence: null },
  { id: 'about-accuracy', page: 'about', value: '92%', label: 'prediction accuracy', evidence: null },
  { id: 'about-stocks', page: 'about', value: '500+', label: 'stocks', evidence: null },
  { id: 'about-predictions', page: 'about', value: '10K+', label: 'daily predictions', evidence: null },
  { id: 'about-users', page: 'about', value: '5K+', label: 'active users', evidence: null },
  { id: 'about-speed', page: 'about', value: 'under 2 seconds', label: 'analysis', evidence: null },
  {
    id: 'about-horizon',
    page: 'about',
    value: '5-day forecasts',
    label: 'with confidence intervals',
    evidence: null,
  },
];

/**
 * What the shipped model scored over past sessions, 7 trading days ahead, as it stands in `compute/README.md` ("The forecast
 * in parts"); a test holds the two together.
 */
export const MODEL_SCORES = { forecasts: 45106, listings: 40, held80: 0.799, held95: 0.947 } as const;

/** The figures that are true on the day of the build. */
export function modelClaims(format: Format, page: MarketingClaim['page']): readonly MarketingClaim[] {
  const { forecasts, listings, held80, held95 } = MODEL_SCORES;
  const evidence = `Measured on ${format.count(forecasts)} past forecasts of ${listings} listings, ${DEFAULT_HORIZON_DAYS} trading days ahead`;
  return [
    { id: `${page}-held80`, held: held80, range: 80 },
    { id: `${page}-held95`, held: held95, range: 95 },
  ].map(({ id, held, range }) => ({
    id,
    page,
    value: format.shareTenths(held),
    label: `of outcomes ended inside the ${range}% range`,
    evidence,
  }));
}

/** The mode of this build: `measured` only when the setting says exactly that. */
export function parseClaimsMode(setting: string | undefined): ClaimsMode {
  return setting === 'measured' ? 'measured' : 'spec';
}

/** The figures a page may print in a mode. */
export function claimsFor(page: MarketingClaim['page'], mode: ClaimsMode): readonly MarketingClaim[] {
  return CLAIMS.filter((claim) => claim.page === page && (mode === 'spec' || claim.evidence !== null));
}
