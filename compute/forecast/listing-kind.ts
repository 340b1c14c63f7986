/** What an instrument is, by its source. `other`: options, warrants, single bonds and whatever else has no fitted model. */
export type Instrument = 'equity' | 'etf' | 'fund' | 'index' | 'currency' | 'crypto' | 'future' | 'other';

/** Listings that the model treats alike. `driftless`: coins, futures and yields; `none`: not forecast. */
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
const YIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['^TNX', '^FVX', '^TYX', '^IRX']);

/** The kind of a listing. Symbol and name matter only for an index: its source does not say what it is an index of. */
export function listingKind(instrument: Instrument, symbol: string, name: string): ListingKind {
  if (instrument !== 'index') return KINDS[instrument];
  if (YIELDS.has(symbol) || /\byield|treasury (bill|note|bond)/i.test(name)) return 'driftless';
  return VOLATILITY_INDICES.has(symbol) || /volatility/i.test(name) ? 'volatility' : 'index';
}
