import {
  formatFor,
  HORIZON_OPTIONS_DAYS,
  missText,
  sessionTitle,
  SIMULATED,
  type LedgerName,
  type MissedRange,
  type SessionNews,
  type Ticker,
} from '#compute';
import type { LedgerResponse } from '../contract/contract.ts';
import { html } from '../first-screen/markup.ts';
import { sql } from '../sql.ts';
import { EVERY_LISTING, readSummary } from './summary.ts';

/** Sessions to read: each has a forecast and a settlement per listing and horizon. */
const SESSIONS = 4;

/** A feed must have a date (RFC 4287 section 4.1.1), also before the first event. */
const NEVER = '1970-01-01T00:00:00Z';

/** `first`, `updated`: ISO instants of the first and the last event. `misses`: JSON. */
type NewsRow = SessionNews & Readonly<Record<'first' | 'updated' | 'misses', string>>;

/** The ledger's newest sessions as an Atom feed (RFC 4287). `origin` is the site's. */
export async function readFeed(
  db: D1Database,
  ledger: LedgerName,
  universe: readonly Ticker[],
  origin: string,
): Promise<string> {
  const summary = JSON.parse(await readSummary(db, ledger, universe, EVERY_LISTING)) as LedgerResponse;
  const format = formatFor({ region: 'us', clock: 'utc' });
  const label = ledger === 'sample' && ` (${SIMULATED})`;
  const page = html`<link rel="alternate" href="${origin}/track-record" />`;
  const entries = (await readNews(db, summary)).map((news) => {
    const misses = (JSON.parse(news.misses) as MissedRange[]).map(
      (miss) => html`<li>${missText(format, miss, summary.currencies[miss.ticker])}</li>`,
    );
    const list = html`<ul>
      ${misses}
    </ul>`.text;
    return html`
      <entry>
        <id>${origin}/track-record#${ledger}-${news.kind}-${news.day}</id>
        <title>${sessionTitle(format, news)}${label}</title>
        <updated>${news.updated}</updated>
        ${page}${misses.length > 0 && html`<content type="html">${list}</content>`}
      </entry>
    `;
  });
  const feed = html`
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
      <id>${origin}/api/record.atom</id>
      <title>Candor track record${label}</title>
      <subtitle>Not investment advice.</subtitle>
      <updated>${summary.as_of ?? NEVER}</updated>
      <author><name>Candor</name></author>
      <link rel="self" href="${origin}/api/record.atom" />
      ${page}${entries}
    </feed>
  `;
  return `<?xml version="1.0" encoding="utf-8"?>${feed.text}`;
}

/** The last sessions as of the summary, newest first. Sessions that began before the events read are left out. */
async function readNews(db: D1Database, { ledger, chain, universe }: LedgerResponse): Promise<NewsRow[]> {
  const last = chain?.events ?? 0;
  const after = last - 2 * SESSIONS * HORIZON_OPTIONS_DAYS.length * universe.length;
  const { results } = await sql(db)`
    SELECT kind, day, MIN(at) AS first, MAX(at) AS updated, COUNT(*) AS ranges, SUM(held) AS held,
      json_group_array(json_object('ticker', ticker, 'horizon_days', horizon_days, 'low80', low80, 'high80', high80,
        'outcome_close', outcome_close)) FILTER (WHERE kind = 'settlement' AND NOT held) AS misses
    FROM (SELECT *, IIF(kind = 'forecast', base_date, outcome_date) AS day,
        IIF(kind = 'forecast', made_at, settled_at) AS at, outcome_close BETWEEN low80 AND high80 AS held
      FROM record_event e CROSS JOIN record_row r ON r.ledger = e.ledger AND seq = CAST(body AS INTEGER)
      WHERE e.ledger = ${ledger} AND event_seq > ${after} AND event_seq <= ${last} AND kind <> 'missed')
    GROUP BY kind, day ORDER BY updated DESC`.all<NewsRow>();
  const first = results.map((news) => news.first).sort()[0] ?? '';
  return results.filter(({ day }) => after <= 0 || day > first.slice(0, 10));
}
