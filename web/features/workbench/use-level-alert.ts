import { useStore } from 'jotai';
import { useFormat } from '../../shared/format/use-format.ts';
import { isSameRule, ruleText, type AlertRule } from '../../shared/watchlist/alert-rule.ts';
import { useWatchlist } from '../../shared/watchlist/use-watchlist.ts';
import { isWatched, MAX_ALERTS, MAX_WATCHED } from '../../shared/watchlist/watchlist-items.ts';

interface Listing {
  readonly ticker: string;
  readonly companyName: string;
  readonly currency: string;
  readonly lastPrice: number;
}

/** Sets an alert at a price of a listing, which goes on the watchlist. Returns what came of it, in a sentence. */
export function useLevelAlert({ ticker, companyName, currency, lastPrice }: Listing) {
  const format = useFormat();
  const store = useStore();
  const watchlist = useWatchlist();
  return (price: number): string | null => {
    if (price <= 0 || watchlist === null) return null;
    const rule: AlertRule = { on: 'price', direction: price >= lastPrice ? 'above' : 'below', value: price };
    watchlist.add([{ ticker, name: companyName, alerts: [] }]);
    watchlist.addAlert(ticker, rule);
    const items = store.get(watchlist.itemsAtom);
    const alerts = items.find((item) => item.ticker === ticker)?.alerts ?? [];
    if (alerts.some((alert) => isSameRule(alert.rule, rule)))
      return `Alert set: ${ticker} ${ruleText(format, rule, currency)}.`;
    return isWatched(items, ticker)
      ? `${MAX_ALERTS} alerts on ${ticker} are the most.`
      : `The watchlist holds ${MAX_WATCHED} listings. Remove one first.`;
  };
}
