import { isYield } from '../format/price-decimals.ts';

/** The source's type of instrument. `other`: options, warrants, single bonds and anything else without a fitted model. */
export type Instrument = 'equity' | 'etf' | 'fund' | 'index' | 'currency' | 'crypto' | 'future' | 'other';

/** Kinds of listings that the model treats alike. `driftless`: coins, futures and yields; `none`: not forecast. */
export type ListingKind = 'share' | 'fund' | 'index' | 'volatility' | 'currency' | 'driftless' | 'none';

const KINDS: Readonly<Record<Instrument, ListingKind>> = {
  equity: 'share',
  etf: 'fund',
  fund: 'fund',
  index: 'index',
  currency: 'currency',
  crypto: 'driftless',
  future: 'driftless',
  other: 'none',
};

const VOLATILITY_INDICES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ '^VIX ^VIX9D ^VIX3M ^VXN ^VVIX ^RVX ^OVX ^GVZ ^VXD'.split(' '),
);

/** A listing's kind. Symbol and name matter only for an index, whose source does not say what it measures. */
export function listingKind(instrument: Instrument, symbol: string, name: string): ListingKind {
  if (instrument !== 'index') return KINDS[instrument];
  if (isYield(symbol) || /\byield|treasury (bill|note|bond)/i.test(name)) return 'driftless';
  return VOLATILITY_INDICES.has(symbol) || /volatility/i.test(name) ? 'volatility' : 'index';
}
