/** What a user keeps in this browser, each stored document as the items that the account holds. Nothing here is changed in place. */
import type { ItemKind, ItemValue } from '#worker/contract';
import { recentListingsKey, storedListings } from '../recent-listings.ts';
import { SETTINGS_KEY, SETTINGS_VERSION } from '../settings.ts';
import { journalKey, MAX_ENTRIES, storedJournal, type JournalEntry } from '../forecast-journal.ts';
import { userKey } from '../browser-storage.ts';
import { isSameMarket } from '../anchor.ts';
import { drawingsKey, drawingsText, parseDrawings } from '../drawings.ts';
import { ruleKey } from '../alert-rule.ts';
import {
  parseWatchlist,
  storedWatchlist,
  watchlistKey,
  watchlistText,
  type WatchlistItem,
  type Alert,
  type AlertRule,
} from '../watchlist-items.ts';

/** Items of some kinds, by kind and key. */
export type Items = { readonly [Kind in ItemKind]?: ReadonlyMap<string, ItemValue<Kind>> };

/** One document in this browser's storage. */
export interface StoredDocument {
  /** In the order in which they are sent: what another item belongs to goes before it. */
  readonly kinds: readonly ItemKind[];
  readonly storageKey: (owner: string) => string;
  /** What a stored text holds; `null` where it is absent or cannot be read, which is not the same as empty. */
  readonly read: (text: string | null) => Items | null;
  /** The text that holds these items in place of those of `text`, and keeps of `text` what is no item. */
  readonly write: (items: Items, text: string | null) => string;
}

const ORDER_KEY = 'watchlist';
const RECENT_KEY = 'listings';

const WATCHLIST: StoredDocument = {
  kinds: ['star', 'order', 'alert'],
  storageKey: watchlistKey,
  read(text) {
    const list = storedWatchlist(text);
    if (list === null) return null;
    const alerts = list.flatMap(({ ticker, alerts: own }) => own.map(({ rule }) => ({ ticker, rule })));
    return {
      star: new Map(
        list.map(({ ticker, name, group }) => [ticker, { name, ...(group !== undefined && { group }) }]),
      ),
      order: new Map([[ORDER_KEY, { tickers: list.map(({ ticker }) => ticker) }]]),
      alert: new Map(alerts.map((alert) => [`${alert.ticker} ${ruleKey(alert.rule)}`, alert])),
    };
  },
  write({ star = new Map(), order, alert = new Map() }, text) {
    const stored = new Map(parseWatchlist(text).map(({ ticker, alerts }) => [ticker, alerts]));
    const rules = grouped([...alert.values()].map(({ ticker, rule }) => [ticker, rule] as const));
    const items = [...star].map(([ticker, value]): WatchlistItem => {
      const alerts = alertsOf(rules.get(ticker) ?? [], stored.get(ticker) ?? []);
      return Object.assign({ ticker, alerts }, value);
    });
    const tickers = order?.get(ORDER_KEY)?.tickers ?? [];
    const place = new Map(tickers.map((ticker, index) => [ticker, index]));
    const placeOf = ({ ticker }: WatchlistItem) => place.get(ticker) ?? place.size;
    return watchlistText(items.toSorted((a, b) => placeOf(a) - placeOf(b)));
  },
};

/** An alert for each rule: the stored one, which knows whether it has told already, else a new one. */
function alertsOf(rules: readonly AlertRule[], stored: readonly Alert[]): readonly Alert[] {
  const wanted = new Set(rules.map(ruleKey));
  const known = new Set(stored.map(({ rule }) => ruleKey(rule)));
  const kept = stored.filter(({ rule }) => wanted.has(ruleKey(rule)));
  const added = rules.filter((rule) => !known.has(ruleKey(rule)));
  return [...kept, ...added.map((rule) => ({ rule, isMet: false }))];
}

const SETTINGS: StoredDocument = {
  kinds: ['setting'],
  storageKey: () => SETTINGS_KEY,
  read(text) {
    const choices = settingsIn(text);
    return (
      choices && { setting: new Map(Object.entries(choices).map(([name, choice]) => [name, { choice }])) }
    );
  },
  write({ setting = new Map() }) {
    const choices = [...setting].map(([name, { choice }]) => [name, choice]);
    return JSON.stringify({ version: SETTINGS_VERSION, ...Object.fromEntries(choices) });
  },
};

/** The stored choices, those of a later build included: this one must not take them away. */
function settingsIn(text: string | null): Readonly<Record<string, string>> | null {
  const fields = objectIn(text);
  if (fields?.['version'] !== SETTINGS_VERSION) return null;
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const RECENT: StoredDocument = {
  kinds: ['recent'],
  storageKey: recentListingsKey,
  read(text) {
    const listings = storedListings(text);
    return listings && { recent: new Map([[RECENT_KEY, { listings }]]) };
  },
  write: ({ recent }) => JSON.stringify(recent?.get(RECENT_KEY)?.listings ?? []),
};

const JOURNAL: StoredDocument = {
  kinds: ['forecast', 'outcome'],
  storageKey: journalKey,
  read(text) {
    const entries = storedJournal(text);
    if (entries === null) return null;
    const settled = entries.flatMap((entry) =>
      entry.outcome ? [[forecastKey(entry), entry.outcome] as const] : [],
    );
    return {
      forecast: new Map(entries.map((entry) => [forecastKey(entry), toForecast(entry)])),
      outcome: new Map(settled),
    };
  },
  write({ forecast = new Map(), outcome = new Map() }) {
    const entries = [...forecast].map(([key, value]) => toEntry(value, outcome.get(key) ?? null));
    const byTime = entries.toSorted((a, b) => (a.shownAt < b.shownAt ? -1 : Number(a.shownAt > b.shownAt)));
    return JSON.stringify(byTime.slice(-MAX_ENTRIES));
  },
};

function forecastKey({ source, ticker, baseDate, horizonDays }: JournalEntry): string {
  return `${isSameMarket(source, 'sample') ? 'sample' : 'live'} ${ticker} ${baseDate} ${horizonDays}`;
}

function toForecast(entry: JournalEntry): ItemValue<'forecast'> {
  return {
    ticker: entry.ticker,
    source: entry.source,
    base_date: entry.baseDate,
    base_close: entry.basePrice,
    anchor_date: entry.anchorDate,
    anchor_close: entry.anchorClose,
    // An entry of another horizon is refused by the server and stays in this browser.
    horizon_days: entry.horizonDays as ItemValue<'forecast'>['horizon_days'],
    target_date: entry.targetDate,
    median: entry.price,
    low80: entry.low80,
    high80: entry.high80,
    low95: entry.low95,
    high95: entry.high95,
    model: entry.model,
    made_at: entry.shownAt,
  };
}

function toEntry(value: ItemValue<'forecast'>, outcome: JournalEntry['outcome']): JournalEntry {
  return {
    ticker: value.ticker,
    source: value.source,
    baseDate: value.base_date,
    basePrice: value.base_close,
    anchorDate: value.anchor_date,
    anchorClose: value.anchor_close,
    horizonDays: value.horizon_days,
    targetDate: value.target_date,
    price: value.median,
    low80: value.low80,
    high80: value.high80,
    low95: value.low95,
    high95: value.high95,
    model: value.model,
    shownAt: value.made_at,
    outcome,
  };
}

interface StoredLayout {
  readonly name: string;
  readonly query: string;
}

const LAYOUTS: StoredDocument = {
  kinds: ['layout'],
  storageKey: (owner) => userKey('layouts', owner),
  read(text) {
    const layouts = objectIn(text)?.['layouts'];
    if (!Array.isArray(layouts)) return null;
    return {
      layout: new Map((layouts as readonly StoredLayout[]).map(({ name, query }) => [name, { query }])),
    };
  },
  write({ layout = new Map() }) {
    const layouts = [...layout].map(([name, { query }]) => ({ name, query }));
    return JSON.stringify({ version: 1, layouts });
  },
};

const DRAWINGS: StoredDocument = {
  kinds: ['drawing'],
  storageKey: drawingsKey,
  read(text) {
    const drawings = parseDrawings(text);
    if (drawings === null) return null;
    const items = [...drawings].flatMap(([ticker, list]) =>
      list.map(({ id, ...drawing }) => [`${ticker}/${id}`, drawing] as const),
    );
    return { drawing: new Map(items) };
  },
  write({ drawing = new Map() }) {
    const stored = [...drawing].map(([key, value]) => {
      const slash = key.lastIndexOf('/');
      return [key.slice(0, slash), { id: key.slice(slash + 1), ...value }] as const;
    });
    return drawingsText(grouped(stored));
  },
};

function grouped<Value>(
  entries: readonly (readonly [string, Value])[],
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [name, value] of entries) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

function objectIn(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Everything that an account takes along, in the order in which it is sent. */
export const DOCUMENTS: readonly StoredDocument[] = [WATCHLIST, SETTINGS, RECENT, LAYOUTS, DRAWINGS, JOURNAL];

/** What a stored text of one of them holds; `null` where it is absent or cannot be read. */
export function parseDocument(document: StoredDocument, text: string | null): Items | null {
  try {
    return document.read(text);
  } catch {
    return null;
  }
}
