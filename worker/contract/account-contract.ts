/** What a user's account holds, on the wire: one item per star, alert, setting, forecast and so on, each with a version. */
import { parseTicker } from '#compute';
import * as v from 'valibot';
import { horizonDays, number, source, text, type Wire } from './fields.ts';

const shortText = v.pipe(text, v.maxLength(200));
const isoDate = v.pipe(text, v.isoDate());

const positive = v.pipe(number, v.gtValue(0));

/** A finished session before the item was made and its close as it read then, by which a later history shows its splits. */
const anchor = v.exactOptional(v.strictObject({ source: shortText, date: isoDate, close: positive }));

const direction = v.picklist(['above', 'below']);

const ticker = v.pipe(
  text,
  v.check((symbol) => {
    const parsed = parseTicker(symbol);
    return parsed.ok && parsed.value === symbol;
  }),
);

const probability = v.pipe(number, v.minValue(0), v.maxValue(1));

/** `AlertRule` of `#compute`. Prices in the listing's currency and in the scale of the anchor. */
const alertRule = v.variant('on', [
  v.strictObject({ on: v.literal('price'), direction, value: positive, anchor }),
  v.strictObject({ on: v.literal('day_change'), direction, value: number }),
  v.strictObject({
    on: v.literal('range'),
    session: isoDate,
    base_date: isoDate,
    horizon_days: horizonDays,
    low: positive,
    high: positive,
    anchor,
  }),
  v.strictObject({ on: v.literal('signal') }),
  v.strictObject({
    on: v.literal('odds'),
    of: v.picklist(['buy', 'sell']),
    horizon_days: horizonDays,
    direction,
    value: probability,
  }),
]);

/** What the rule asks about as it was when the rule was made: a price, a percentage, a probability, a place in `AI_SIGNALS`. */
const start = v.strictObject({ value: number, session: isoDate, at: v.pipe(text, v.isoTimestamp()) });

const alertEvent = v.strictObject({
  /** Key of the alert, and what it said: it may have been removed since. */
  alert: shortText,
  ticker,
  rule: alertRule,
  session: isoDate,
  direction,
  /** What was crossed, in the scale of the session; `null` for a signal, of which any change counts. */
  level: v.nullable(number),
  /** Before and after, of what the rule asks about: see `start`. */
  previous: number,
  value: number,
  /** At the crossing, in `currency`; `null` where only a close was looked at that is not known. */
  price: v.nullable(positive),
  /** Empty when unknown. */
  currency: shortText,
  exchange_timezone: shortText,
  /** Instant of the price or of the session's close. */
  at: v.pipe(text, v.isoTimestamp()),
  source,
  is_read: v.boolean(),
});

/** Where a browser is told of what fired: its push subscription. */
const pushSubscription = v.strictObject({
  endpoint: v.pipe(text, v.maxLength(1000), v.url(), v.startsWith('https://')),
  p256dh: v.pipe(text, v.regex(/^[\w-]{87}$/)),
  auth: v.pipe(text, v.regex(/^[\w-]{22}$/)),
});

const hour = v.pipe(number, v.integer(), v.minValue(0), v.maxValue(23));

const listing = v.strictObject({
  symbol: shortText,
  name: shortText,
  exchange: shortText,
  country: shortText,
  currency: shortText,
});

/** A forecast as it was shown. Prices in the listing's currency and in the scale of that day. */
const forecast = v.strictObject({
  ticker: shortText,
  source: shortText,
  base_date: isoDate,
  base_close: number,
  /** The last finished bar before the base, which tells of a later split. */
  anchor_date: isoDate,
  anchor_close: number,
  horizon_days: horizonDays,
  target_date: isoDate,
  median: number,
  low80: number,
  high80: number,
  low95: number,
  high95: number,
  model: shortText,
  made_at: v.pipe(text, v.isoTimestamp()),
});

/** Some three thousand years: beyond any chart, and still a date that can be written. */
const MAX_SECONDS = 1e11;

/** A place on a chart that no change of range, interval or scale moves. */
const point = v.strictObject({
  time_seconds: v.pipe(number, v.minValue(-MAX_SECONDS), v.maxValue(MAX_SECONDS)),
  price: number,
});
const onePoint = v.strictTuple([point]);
const twoPoints = v.strictTuple([point, point]);

const common = { locked: v.exactOptional(v.literal(true)), anchor };
/** The theme has a value for each colour; absent: plain. */
const colored = {
  ...common,
  color: v.exactOptional(v.picklist(['plain', 'grey', 'violet', 'magenta', 'yellow'])),
};
/** Absent: medium. */
const line = { ...colored, width: v.exactOptional(v.picklist(['thin', 'medium', 'thick'])) };

/** Drawn over a chart. Prices in the listing's currency and in the scale of the anchor. */
const drawing = v.variant('tool', [
  v.strictObject({ tool: v.literal('trend'), points: twoPoints, ...line }),
  /** From the first point on, through the second. */
  v.strictObject({ tool: v.literal('ray'), points: twoPoints, ...line }),
  v.strictObject({ tool: v.literal('level'), points: onePoint, ...line }),
  v.strictObject({ tool: v.literal('vertical'), points: onePoint, ...line }),
  v.strictObject({ tool: v.literal('rectangle'), points: twoPoints, ...line }),
  v.strictObject({ tool: v.literal('fibonacci'), points: twoPoints, ...line }),
  /** In the colours of gain and loss. */
  v.strictObject({ tool: v.literal('measure'), points: twoPoints, ...common }),
  v.strictObject({
    tool: v.literal('text'),
    points: onePoint,
    text: v.pipe(shortText, v.regex(/\S/)),
    ...colored,
  }),
]);

/** What an item of each kind holds, what its key is, and how many of them an account may have. */
export const ITEM_KINDS = {
  star: { value: v.strictObject({ name: shortText, group: v.optional(shortText) }), maxItems: 50 },
  /** Key: `watchlist`. Tickers that are missing here come last. */
  order: { value: v.strictObject({ tickers: v.pipe(v.array(shortText), v.maxLength(50)) }), maxItems: 1 },
  /** Key: that of `alertKey`. Without a `start`, what comes first after it was made is where it starts from. */
  alert: {
    value: v.strictObject({ ticker, rule: alertRule, start: v.exactOptional(start) }),
    maxItems: 400,
  },
  /** Key: that of `alertEventKey`. Made by the server or by an open tab, whichever sees it first. */
  alert_event: { value: alertEvent, maxItems: 500 },
  /** Key: SHA-256 of the endpoint, base64url. Deleted by the server when the push service has ended it. */
  push: { value: pushSubscription, maxItems: 10 },
  /** Key: `push`. Hours without a push (those of `timezone`, across midnight too) and most pushes of a day. */
  push_limits: {
    value: v.strictObject({
      quiet: v.nullable(v.strictObject({ from: hour, to: hour, timezone: shortText })),
      per_day: v.pipe(number, v.integer(), v.minValue(1), v.maxValue(100)),
    }),
    maxItems: 1,
  },
  setting: { value: v.strictObject({ choice: shortText }), maxItems: 20 },
  /** Key: `listings`. Newest first. */
  recent: { value: v.strictObject({ listings: v.pipe(v.array(listing), v.maxLength(5)) }), maxItems: 1 },
  /** Key: market, ticker, base date and horizon. */
  forecast: { value: forecast, maxItems: 5000 },
  /** Key: that of its forecast. The first close on or after the target date. */
  outcome: { value: v.strictObject({ date: isoDate, close: number }), maxItems: 5000 },
  /** Key: its name. The query of the workbench's address. */
  layout: { value: v.strictObject({ query: v.pipe(text, v.maxLength(2000)) }), maxItems: 50 },
  /** Key: ticker, slash, id. */
  drawing: { value: drawing, maxItems: 2000 },
} as const;

export type ItemKind = keyof typeof ITEM_KINDS;

/** Their items are never changed: a forecast cannot be rewritten after its outcome. */
export const INSERT_ONLY_KINDS: ReadonlySet<ItemKind> = new Set(['forecast', 'outcome']);

export const ITEM_KIND_NAMES = Object.keys(ITEM_KINDS) as [ItemKind, ...ItemKind[]];

/** Items and bytes of one request, bytes of a value as JSON, and characters of a key. */
export const MAX_BATCH_ITEMS = 200;
export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_VALUE_BYTES = 4096;
const MAX_KEY_CHARACTERS = 128;

const kind = v.picklist(ITEM_KIND_NAMES);
const key = v.pipe(text, v.minLength(1), v.maxLength(MAX_KEY_CHARACTERS), v.regex(/^\P{C}+$/u));
const version = v.pipe(number, v.integer(), v.minValue(0));

/** An item as the server has it. `value` is `null` where it is deleted. */
const storedItem = v.object({ kind, key, value: v.unknown(), version, deleted: v.boolean() });

/**
 * `GET /api/me/items?since=VERSION` (absent: 0): what changed after that version, the oldest change first. `more`: ask again
 * with this `version`. `full`: this one response is everything there is, without deletions and never with `more`; what it
 * does not name is deleted. It comes where deletions after `since` are no longer stored, and where nothing as old as `since`
 * or nothing as new is stored, because the account may have begun anew; after a page with `more` too.
 */
export const itemsSchema = v.object({
  version,
  items: v.array(storedItem),
  full: v.boolean(),
  more: v.boolean(),
});

/** A change, made on the version of the item that the client knew; 0 for none. */
export const itemChange = v.strictObject({
  kind,
  key,
  value: v.record(text, v.unknown()),
  base_version: version,
});
export const itemDeletion = v.strictObject({ kind, key, deleted: v.literal(true), base_version: version });

/**
 * The response to `PUT /api/me/items`: each of those items in their order as it is stored now, version 0 and `deleted` where it
 * is not. `version` is the account's last; changes of other devices before it may be missing here.
 */
export const itemsTakenSchema = v.object({ version, items: v.array(storedItem) });

export const alertStatusSchema = v.object({
  /** Of VAPID, for `pushManager.subscribe`; `null`: push is not configured. */
  push_public_key: v.nullable(text),
  /** Between two looks at prices; signals and odds are looked at once a session, after its close. */
  look_seconds: number,
  /** ISO instant of the last look at any listing; `null` before the first, and while that cannot be read. */
  last_look_at: v.nullable(text),
  /** Keys of alerts that are stored and not watched yet. */
  unwatched: v.array(key),
});

export const accountExportSchema = v.object({
  exported_at: text,
  user: v.object({ uid: text, email: v.nullable(text) }),
  items: v.array(v.object({ kind, key, value: v.unknown(), updated_at: text })),
});

export type StoredItem = Wire<typeof storedItem>;
export type ItemsResponse = Wire<typeof itemsSchema>;
export type ItemChange = Wire<typeof itemChange> | Wire<typeof itemDeletion>;
export type ItemsTaken = Wire<typeof itemsTakenSchema>;
export type AlertStatus = Wire<typeof alertStatusSchema>;
export type AlertEvent = ItemValue<'alert_event'>;
export type ItemValue<Kind extends ItemKind> = Wire<(typeof ITEM_KINDS)[Kind]['value']>;
