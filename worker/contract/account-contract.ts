/** An account's items on the wire: one per star, alert, setting, forecast and so on, each with a version. */
import { isTimezone, type Region } from '#compute';
import * as v from 'valibot';
import {
  alertEvent,
  alertRule,
  alertStart,
  anchorSchema,
  tickerSchema,
  type AlertEvent,
} from './alert-rules.ts';
import { horizonDays, isoDate, number, positive, shortText, source, text, type Wire } from './fields.ts';
import { MAX_HOLDINGS } from './item-limits.ts';

const pushSubscription = v.strictObject({
  endpoint: v.pipe(text, v.maxLength(1000), v.url(), v.regex(/^https:\/\/[^/?#@\\]+(?:[/?#][^\\]*)?$/)),
  p256dh: v.pipe(text, v.regex(/^[\w-]{87}$/)),
  auth: v.pipe(text, v.regex(/^[\w-]{22}$/)),
  /** The `push_public_key` it was made with: a service refuses messages signed with another one. */
  server_key: v.pipe(text, v.regex(/^[\w-]{87}$/)),
  /** The browser's region, for a user who has chosen none. */
  region: v.exactOptional(v.picklist(['us', 'uk', 'de', 'fr', 'ch', 'in'] satisfies Region[])),
});

const hour = v.pipe(number, v.integer(), v.minValue(0), v.maxValue(23));

const listing = v.strictObject(
  v.entriesFromList(['symbol', 'name', 'exchange', 'country', 'currency'], shortText),
);

/** A forecast as it was shown. Prices in the listing's currency, in the scale of that day. */
const forecast = v.strictObject({
  ticker: shortText,
  source,
  currency: shortText,
  base_date: isoDate,
  base_close: number,
  /** The last finished bar before the base, which reveals a later split. */
  anchor_date: isoDate,
  anchor_close: number,
  horizon_days: horizonDays,
  target_date: isoDate,
  /** Whose clock says when the target date begins. */
  exchange_timezone: v.pipe(shortText, v.check(isTimezone)),
  ...v.entriesFromList(['median', 'low80', 'high80', 'low95', 'high95'], number),
  model: shortText,
  made_at: v.pipe(text, v.isoTimestamp()),
});

/** A user's own 80 % range, with the model's forecast of that moment. `why`: the user's reason. */
const ownRange = v.pipe(
  v.strictObject({
    ...forecast.entries,
    own_low: positive,
    own_high: positive,
    why: v.exactOptional(shortText),
  }),
  v.check(({ own_low, own_high }) => own_low < own_high),
);

/** About three thousand years: beyond any chart, and still a valid date. */
const MAX_SECONDS = 1e11;

/** A point on a chart, independent of its range, interval and scale. */
const point = v.strictObject({
  time_seconds: v.pipe(number, v.minValue(-MAX_SECONDS), v.maxValue(MAX_SECONDS)),
  price: number,
});
const onePoint = v.strictTuple([point]);
const twoPoints = v.strictTuple([point, point]);

const common = { locked: v.exactOptional(v.literal(true)), anchor: anchorSchema };
/** Each theme defines these colours; absent means plain. */
const colored = {
  ...common,
  color: v.exactOptional(v.picklist(['grey', 'plain', 'violet', 'magenta', 'yellow'])),
};
const line = {
  ...colored,
  width: v.exactOptional(v.picklist(['thin', 'medium', 'thick'])),
  dash: v.exactOptional(v.picklist(['solid', 'dashed', 'dotted'])),
};

/** A drawing on a chart. Prices in the listing's currency, in the scale of the anchor. The first choice of a look is its default. */
const drawing = v.variant('tool', [
  v.strictObject({ tool: v.literal('trend'), points: twoPoints, ...line }),
  /** Starts at the first point and runs through the second. */
  v.strictObject({ tool: v.literal('ray'), points: twoPoints, ...line }),
  v.strictObject({ tool: v.literal('level'), points: onePoint, ...line }),
  v.strictObject({ tool: v.literal('vertical'), points: onePoint, ...line }),
  v.strictObject({ tool: v.literal('rectangle'), points: twoPoints, ...line }),
  v.strictObject({ tool: v.literal('fibonacci'), points: twoPoints, ...line }),
  /** Uses the colours of gain and loss. */
  v.strictObject({ tool: v.literal('measure'), points: twoPoints, ...common }),
  v.strictObject({
    tool: v.literal('text'),
    points: onePoint,
    text: v.pipe(shortText, v.regex(/\S/)),
    ...colored,
  }),
]);

/** Each kind's value schema and key, and how many items of it an account may have. */
export const ITEM_KINDS = {
  star: { value: v.strictObject({ name: shortText, group: v.exactOptional(shortText) }), maxItems: 50 },
  /** Key: `watchlist`. Tickers missing here come last. */
  order: { value: v.strictObject({ tickers: v.pipe(v.array(shortText), v.maxLength(50)) }), maxItems: 1 },
  /** Key: from `alertKey`. Without `start`, the first later value is it. `once`: the first crossing makes it `triggered`. */
  alert: {
    value: v.strictObject({
      ticker: tickerSchema,
      currency: v.exactOptional(shortText),
      rule: alertRule,
      start: v.exactOptional(alertStart),
      once: v.exactOptional(v.picklist(['armed', 'triggered'])),
    }),
    maxItems: 400,
  },
  /** Key: from `alertEventKey`. Created by the server or an open tab, whichever finds it first. */
  alert_event: { value: alertEvent, maxItems: 500 },
  /** Key: the subscription's `auth`. The server deletes it once the push service has ended it. */
  push: { value: pushSubscription, maxItems: 10 },
  /** Key: `push`. Quiet hours (in `timezone`; may span midnight) and the maximum number of pushes a day. */
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
  /** Key: as a forecast's. */
  own_range: { value: ownRange, maxItems: 5000 },
  /** Of a forecast or an own range. Key: theirs with `made_at`. The first close on or after the target date, in their scale. */
  outcome: { value: v.strictObject({ date: isoDate, close: number }), maxItems: 5000 },
  /** Key: its name. The query of the workbench's URL. */
  layout: { value: v.strictObject({ query: v.pipe(text, v.maxLength(2000)) }), maxItems: 50 },
  /** Key: ticker, slash, id. */
  drawing: { value: drawing, maxItems: 2000 },
  /** Key: ticker, or `CASH:` and a currency code. `weighted`: in percent. `cost`: per share. Later splits change quantity and cost. */
  holding: {
    value: v.strictObject({
      name: shortText,
      quantity: v.pipe(positive, v.maxValue(1e9)),
      weighted: v.exactOptional(v.literal(true)),
      cost: v.exactOptional(positive),
      entered: isoDate,
    }),
    maxItems: MAX_HOLDINGS,
  },
} as const;

export type ItemKind = keyof typeof ITEM_KINDS;

/** Kinds whose items never change: a forecast cannot be rewritten after its outcome. */
export const INSERT_ONLY_KINDS: ReadonlySet<ItemKind> = new Set(['forecast', 'own_range', 'outcome']);

const ITEM_KIND_NAMES = Object.keys(ITEM_KINDS) as [ItemKind, ...ItemKind[]];

/** The push limits of an account that has set none. `per_day` counts each browser's messages in a UTC day. */
export const PUSH_LIMITS: ItemValue<'push_limits'> = { quiet: null, per_day: 20 };

/** Limits of a request. */
export const MAX_BATCH_ITEMS = 200;
export const MAX_BODY_BYTES = 1024 * 1024;

const kind = v.picklist(ITEM_KIND_NAMES);
const key = v.pipe(text, v.maxLength(160), v.regex(/^\P{C}+$/u));
/** An event's key is its alert's with session and direction. */
const alertKeySchema = v.pipe(key, v.maxLength(128));
const version = v.pipe(number, v.integer(), v.minValue(0));

/** An item as stored. `value` is `null` if it is deleted. */
const storedItem = v.object({ kind, key, value: v.unknown(), version, deleted: v.boolean() });

/**
 * `GET /api/me/items?since=VERSION` (default 0): changes after that version, oldest first. `full`: all items and stored deletions;
 * anything that it does not name is deleted. It is sent for version 0, if deletions after `since` are no longer stored, and if
 * nothing as old or nothing as new as `since` is stored, because the account may have started over.
 */
export const itemsSchema = v.object({ version, items: v.array(storedItem), full: v.boolean() });

/** A change to the version of the item that the client knew; 0 for none. */
const itemChange = v.strictObject({
  kind,
  key,
  value: v.record(text, v.unknown()),
  base_version: version,
});
const itemDeletion = v.strictObject({ kind, key, deleted: v.literal(true), base_version: version });

/** `PUT /api/me/items`. A change to another version than the stored one is not accepted. */
export const itemChangesSchema = v.object({
  items: v.pipe(
    v.array(
      v.variant('kind', [
        ...ITEM_KIND_NAMES.map((name) =>
          v.strictObject({
            ...itemChange.entries,
            kind: v.literal(name),
            key: name === 'alert' ? alertKeySchema : itemChange.entries.key,
            value: ITEM_KINDS[name].value,
          }),
        ),
        itemDeletion,
      ]),
    ),
    v.minLength(1),
    v.maxLength(MAX_BATCH_ITEMS),
  ),
});

/** The response to `PUT /api/me/items`: the same items as stored now. Other devices' changes before `version` may be missing. */
export const itemsTakenSchema = v.object({ version, items: v.array(storedItem) });

export const alertStatusSchema = v.object({
  /** The VAPID key for `pushManager.subscribe`; `null` if push is not configured. */
  push_public_key: v.nullable(text),
  /** Between two checks of prices; signals and odds are checked once a session, after its close. */
  check_seconds: number,
  /** Stored but not watched: `pending`, a past session, a listing unknown for three days, or the other market. */
  unwatched: v.array(
    v.object({ key, reason: v.picklist(['pending', 'past', 'unknown_listing', 'other_market']) }),
  ),
});

export const accountExportSchema = v.object({
  exported_at: text,
  user: v.object({ uid: text, email: v.nullable(text) }),
  items: v.array(v.object({ kind, key, value: v.unknown(), updated_at: text })),
});

export type StoredItem = Wire<typeof storedItem>;
export type ItemChange = Wire<typeof itemChange> | Wire<typeof itemDeletion>;
export type AlertStatus = Wire<typeof alertStatusSchema>;
export type ItemValue<Kind extends ItemKind> = Wire<(typeof ITEM_KINDS)[Kind]['value']>;

/** A crossing that a check found, with its alert's version. The user's object adds the rule, which makes it an event. */
export type Crossing = Omit<AlertEvent, 'ticker' | 'rule' | 'is_read'> & Pick<StoredItem, 'version'>;
