import { LruMap } from './lru-map.ts';

const MAX_TRACKED = 500;
const MAX_SHOWN = 20;

/** Counts requests for tickers that no source knows, of this isolate since it started; the seldom asked ones are dropped. */
export class UnknownTickers {
  readonly #requests = new LruMap<number>(MAX_TRACKED);

  add(ticker: string): void {
    this.#requests.set(ticker, (this.#requests.get(ticker) ?? 0) + 1);
  }

  /** The most frequent first. */
  top(): readonly { readonly ticker: string; readonly requests: number }[] {
    return Array.from(this.#requests.entries(), ([ticker, requests]) => ({ ticker, requests }))
      .toSorted((a, b) => b.requests - a.requests)
      .slice(0, MAX_SHOWN);
  }
}
