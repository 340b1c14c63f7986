import { err, ok, parseTicker, type Result } from '#compute';
import * as v from 'valibot';
import { toTicker } from './contract/fields.ts';
import type { UserAccounts } from './contract/user-store.ts';
import type { SharedBudget } from './resilience/call-budget.ts';

/** The release; equal to package.json's version, which a test checks. */
export const VERSION = '0.2.0';

/** The variables of wrangler.toml and `.dev.vars`: each is text and may be missing. */
type Variables = { readonly [Name in keyof Config]?: string };

export interface WorkerBindings extends Variables {
  readonly ASSETS?: Fetcher;
  /** Without it, or without its tables, there is no public ledger. */
  readonly RECORD?: D1Database;
  /** A Durable Object per user. Without it there are no accounts. */
  readonly USERS?: UserAccounts;
  /** Counts the calls to a vendor, by its name. Without it each isolate counts its own. */
  readonly VENDOR_BUDGET?: { getByName(vendor: string): SharedBudget };
  /** Without it memory and the sources alone serve. */
  readonly MARKET_CACHE?: KVNamespace;
  /** Without it no request is limited. */
  readonly API_RATE_LIMITER?: RateLimit;
  /** Without it nothing is counted. */
  readonly METRICS?: AnalyticsEngineDataset;
}

/** Clock and randomness. Always an argument, so that tests choose them. */
export interface Runtime {
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

export const SYSTEM_RUNTIME: Runtime = { now: () => Date.now(), random: () => Math.random() };

/** Whether the host of an address, or an IP address, is this machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host);
}

const ADDRESS_MESSAGE =
  'must be an https address (http only on this machine) without user, query or fragment';

const baseUrl = (fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.trim(),
    v.check((address) => address === fallback || isBaseUrl(address), ADDRESS_MESSAGE),
    v.transform(withoutTrailingSlash),
  );

const items = (fallback = '') =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.transform((list) => list.split(',').map((item) => item.trim())),
    v.transform((list) => list.filter(Boolean)),
  );

const itemsLike = (isItem: (item: string) => boolean, message: string, fallback?: string) =>
  v.pipe(
    items(fallback),
    v.check((list) => list.every(isItem), message),
  );

const patternText = (pattern: RegExp, message: string, fallback = '') =>
  v.pipe(v.optional(v.string(), fallback), v.trim(), v.regex(pattern, message));

const apiKey = v.optional(v.pipe(v.string(), v.trim()), '');

const choice = <const Options extends readonly [string, string]>(
  options: Options,
  fallback: Options[number],
) => v.optional(v.picklist(options, `must be "${options[0]}" or "${options[1]}"`), fallback);

const flag = v.pipe(
  choice(['true', 'false'], 'false'),
  v.transform((text) => text === 'true'),
);

/** The push services of Chrome, Firefox, Edge on Windows and Safari. */
const PUSH_HOSTS =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com';

const KEY_MESSAGE = 'must be a key that `npm run vapid-keys` has made';

/** Listings of the public ledger, those with the longest local record first. */
const DEFAULT_UNIVERSE = [
  'AAPL,TSLA,MSFT,GOOGL,AMZN,META,NVDA,AMD,NFLX,COIN,SPY,QQQ,BTC-USD',
  '^GSPC,^IXIC,DIA,IWM,VTI,GLD,XLK,XLF,XLE,XLV',
  'AVGO,COST,BRK-B,JPM,BAC,V,MA,JNJ,LLY,UNH,WMT,HD,MCD,KO,PG,DIS,XOM,CVX,BA,CAT,IBM,ORCL,CRM',
  'RY.TO,SHEL.L,AZN.L,SAP.DE,MC.PA,ASML.AS,NESN.SW,7203.T,0700.HK',
  'EURUSD=X,GBPUSD=X,USDJPY=X,ETH-USD,SOL-USD',
].join();

/** In the twelve hours after a close the job runs 72 times, of which a sixth is left for repeated checks. */
const RUNS_PER_WINDOW = 60;

const settings = v.object({
  MARKET_DATA: choice(['sample', 'live'], 'sample'),
  YAHOO_BASE_URL: v.pipe(
    itemsLike(
      isBaseUrl,
      ADDRESS_MESSAGE,
      'https://query2.finance.yahoo.com,https://query1.finance.yahoo.com',
    ),
    v.mapItems(withoutTrailingSlash),
    v.tupleWithRest([v.string('must be at least one address')], v.string()),
  ),
  /** Of all isolates together. */
  YAHOO_CALLS_PER_MINUTE: v.pipe(
    patternText(/^[1-9]\d{0,4}$/, 'must be a number from 1 to 99999', '120'),
    v.transform(Number),
  ),
  FINNHUB_BASE_URL: baseUrl('https://finnhub.io/api/v1'),
  FINNHUB_API_KEY: apiKey,
  TWELVEDATA_BASE_URL: baseUrl('https://api.twelvedata.com'),
  TWELVEDATA_API_KEY: apiKey,
  /** Who is asked for coins when Yahoo fails. None by default: whether Coinbase's terms allow forecasts is open. */
  COIN_SOURCE: choice(['none', 'coinbase'], 'none'),
  RECORD_UNIVERSE: v.pipe(
    itemsLike((item) => parseTicker(item).ok, 'must be tickers separated by commas', DEFAULT_UNIVERSE),
    v.array(v.pipe(v.string(), toTicker)),
  ),
  /** As many as fit into the processor time of a scheduled run: a Worker cannot read its own. */
  RECORD_LISTINGS_PER_RUN: v.pipe(
    patternText(/^(?:[1-9]\d?|100)$/, 'must be a number from 1 to 100', '2'),
    v.transform(Number),
  ),
  /** A deployment that does not set it is production. */
  ENVIRONMENT: choice(['local', 'production'], 'production'),
  /** Origins of pages that are served elsewhere and may read the API. */
  ALLOWED_ORIGINS: itemsLike(
    (origin) => isBaseUrl(origin) && new URL(origin).origin === origin,
    'must be origins like https://page.example (http only on this machine) separated by commas',
  ),
  REPLAY: flag,
  /** The build has the same setting: browsers follow the last response of a host, be it the page's or the API's. */
  HSTS_PRELOAD: flag,
  /** Whose ID tokens are accepted; without it the API accepts none. */
  FIREBASE_PROJECT_ID: patternText(
    /^(?:[a-z0-9][a-z0-9.:-]{0,62})?$/,
    'must be the id of a Firebase project',
  ),
  FIREBASE_JWKS_URL: baseUrl(
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ),
  /** The Auth emulator's address. It signs nothing: with it, anyone on this machine can claim to be any user. */
  FIREBASE_AUTH_EMULATOR: baseUrl(''),
  ADMIN_EMAILS: v.pipe(
    itemsLike((email) => /^\S+@\S+$/.test(email), 'must be email addresses separated by commas'),
    v.mapItems((email) => email.toLowerCase()),
  ),
  /** The keys that push messages are signed with; without them no push is sent. */
  VAPID_PUBLIC_KEY: patternText(/^(?:[\w-]{87})?$/, KEY_MESSAGE),
  VAPID_PRIVATE_KEY: patternText(/^(?:[\w-]{43})?$/, KEY_MESSAGE),
  /** How a push service reaches the operator. */
  VAPID_SUBJECT: patternText(
    /^(?:(?:mailto:[^@\s]+@|https:\/\/)\S+)?$/,
    'must be a mailto: or https: address',
  ),
  /** Hosts of push services; `*.` stands for any name before. Nothing else that a browser names is called. */
  PUSH_ALLOWED_HOSTS: items(PUSH_HOSTS),
  /** In the `User-Agent` that the SEC asks for; without it the SEC is not asked. */
  SEC_CONTACT: patternText(/^(?:[^@\s]+@[^@\s]+)?$/, 'must be an email address'),
});

export type Config = v.InferOutput<typeof settings>;

const rule = (name: keyof Config, message: string, isKept: (config: Config) => boolean) =>
  v.forward(v.check(isKept, message), [name]);

const configSchema = v.pipe(
  settings,
  rule(
    'VAPID_PUBLIC_KEY',
    'must be set together with VAPID_PRIVATE_KEY and VAPID_SUBJECT: all three or none',
    ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }) =>
      new Set([VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT].map((value) => value === '')).size === 1,
  ),
  rule(
    'FIREBASE_AUTH_EMULATOR',
    'must not be set in production: anyone could sign in as anyone',
    ({ FIREBASE_AUTH_EMULATOR, ENVIRONMENT }) => FIREBASE_AUTH_EMULATOR === '' || ENVIRONMENT === 'local',
  ),
  rule(
    'RECORD_UNIVERSE',
    `must not have more than ${RUNS_PER_WINDOW} listings for each of RECORD_LISTINGS_PER_RUN: some would miss every session`,
    ({ RECORD_UNIVERSE, RECORD_LISTINGS_PER_RUN }) =>
      RECORD_UNIVERSE.length <= RUNS_PER_WINDOW * RECORD_LISTINGS_PER_RUN,
  ),
  rule(
    'REPLAY',
    'must not be set in production: recorded prices would pass for current ones',
    ({ REPLAY, ENVIRONMENT }) => !REPLAY || ENVIRONMENT === 'local',
  ),
);

/** Bindings that a production deployment of live data should have; it works worse without them. */
const PRODUCTION_BINDINGS = [
  'ASSETS',
  'MARKET_CACHE',
  'RECORD',
  'USERS',
  'VENDOR_BUDGET',
  'API_RATE_LIMITER',
  'FIREBASE_PROJECT_ID',
] as const;

export function missingBindings(config: Config, bindings: WorkerBindings): readonly string[] {
  const isProduction = config.ENVIRONMENT === 'production' && config.MARKET_DATA === 'live';
  return isProduction ? PRODUCTION_BINDINGS.filter((name) => (bindings[name] ?? '') === '') : [];
}

/** The error has one message per wrong variable, which starts with its name and gives the rule, never the value. */
export function readConfig(bindings: WorkerBindings): Result<Config, readonly string[]> {
  const parsed = v.safeParse(configSchema, bindings);
  return parsed.success
    ? ok(parsed.output)
    : err(parsed.issues.map((issue) => `${issue.path?.[0].key} ${issue.message}`));
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return secure && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

function withoutTrailingSlash(text: string): string {
  return text.replace(/\/+$/, '');
}
