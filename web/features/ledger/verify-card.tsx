import type { LedgerChain } from '#compute';
import type { LedgerResponse } from '#worker/contract';
import { Download } from 'lucide-react';
import { ledgerFileUrl, type LedgerQuery } from '../../shared/api/ledger-api.ts';
import type { Format } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { buttonClass, Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './ledger-page.module.css';
import { countText, dayText } from './ledger-words.ts';
import type { Recomputed } from './recompute.ts';
import { useRecomputation, type RecomputePlatform } from './use-recomputation.ts';

/** The files for everyone, where the chain ends, and a button that derives every figure of the page in this browser. */
export function VerifyCard({
  summary,
  query,
  platform,
}: {
  summary: LedgerResponse;
  query: LedgerQuery;
  /** For tests. */
  platform?: RecomputePlatform;
}) {
  const format = useFormat();
  const { state, start, stop } = useRecomputation(summary, query, platform);
  const { chain, ledger } = summary;
  return (
    <Card title="Check it yourself">
      <div className={styles.verify}>
        <p>
          Every forecast, outcome and missed session is an event in one chain. Each event carries a SHA-256
          hash of its row and of the event before it, so a row that is edited or removed later, even with its
          own hash made anew, no longer fits the chain from there on. What the chain cannot show by itself is
          that its last events were removed, or that all of it was made anew: that shows to anyone who noted
          its head.
        </p>
        {chain && <Head chain={chain} format={format} />}
        <p>{filesText(format, summary.forecasts, query.ticker)}</p>
        <div className={styles.buttons}>
          <Button
            busy={state.status === 'running'}
            busyLabel="Recomputing…"
            onClick={start}
            variant="primary"
          >
            Recompute in your browser
          </Button>
          {state.status === 'running' && <Button onClick={stop}>Stop</Button>}
          <FileLink href={ledgerFileUrl(query, 'rows')} name={`candor-record-${ledger}.csv`}>
            Download CSV
          </FileLink>
          <FileLink href={ledgerFileUrl(query, 'events')} name={`candor-events-${ledger}.csv`}>
            Download events
          </FileLink>
        </div>
        <output className={styles.output}>
          {state.status === 'failed' && state.message}
          {state.status === 'done' && <Findings result={state.result} />}
        </output>
      </div>
    </Card>
  );
}

function Head({ chain: { events, head, adopted }, format }: { chain: LedgerChain; format: Format }) {
  return (
    <>
      <p>
        The head is event {format.count(events)}: <code className={styles.hash}>{head}</code>. Note both, on
        paper or with somebody else. At any later time line {format.count(events)} below the heading of the
        events file must end in this hash; otherwise something up to here was changed or removed.
      </p>
      {adopted.forecasts > 0 && (
        <p>
          Rows up to {format.count(adopted.forecasts)} were adopted on{' '}
          {dayText(format, adopted.at.slice(0, 10))}; changes before that day cannot be shown.
        </p>
      )}
    </>
  );
}

function FileLink({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <a className={buttonClass('quiet', 'md')} href={href} download={name}>
      <Download size={16} strokeWidth={1.75} aria-hidden /> {children}
    </a>
  );
}

/** The files always hold the whole ledger; `forecasts` counts what the page shows of it. */
function filesText(format: Format, forecasts: number, ticker: string | null): string {
  return ticker === null
    ? `The file has all ${countText(format, forecasts, 'forecast')} with their outcomes.`
    : `The file has the forecasts of all listings with their outcomes, not of ${ticker} alone.`;
}

function Findings({ result }: { result: Recomputed }) {
  const format = useFormat();
  const { rows, brokenRows, events, brokenEvents, head, figures, differences } = result;
  const [row] = brokenRows;
  const [event] = brokenEvents;
  const isWhole = row === undefined && event === undefined;
  return (
    <>
      <p className={isWhole ? styles.holds : styles.breaks}>
        {isWhole &&
          `${countText(format, rows, 'row')} and ${countText(format, events, 'event')} read, chain unbroken. `}
        {event !== undefined &&
          `The chain is broken at ${countText(format, brokenEvents.length, 'event')}, first at event ${format.count(event)}. `}
        {row !== undefined &&
          `${countText(format, brokenRows.length, 'row')} not as written, first row ${format.count(row)}. `}
        Last hash: <code className={styles.hash}>{head}</code>
      </p>
      <p className={differences.length === 0 ? styles.holds : styles.breaks}>
        {differences.length === 0
          ? `${countText(format, figures, 'figure')} of this page derived anew from the rows: all equal, to the last digit.`
          : `${format.count(differences.length)} of ${countText(format, figures, 'figure')} differ from the page, first ${differences[0]}.`}
      </p>
    </>
  );
}
