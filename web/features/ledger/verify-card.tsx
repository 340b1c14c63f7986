import type { LedgerResponse } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { Card } from '../../shared/ui/card.tsx';
import type { Result } from '#compute';
import { apiUrl } from '../../shared/api/client.ts';
import { fetchLedgerFiles, ledgerFileUrl } from '../../shared/api/ledger-api.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import styles from './ledger-page.module.css';
import { onOwnThread } from '../../shared/offthread/compute-client.ts';
import type { Recomputed } from '../../shared/offthread/recompute.ts';

interface VerifyCardProps {
  readonly summary: LedgerResponse;
  /** The shown listing; `null` for all. */
  readonly ticker: string | null;
  readonly check?: typeof fetchAndRecompute;
}

export function VerifyCard({ summary, ticker, check = fetchAndRecompute }: VerifyCardProps) {
  const format = useFormat();
  const { chain, ledger } = summary;
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['recompute', ticker, summary.as_of],
    queryFn: ({ signal }) => check(summary, ticker, signal),
    enabled: false,
  });
  return (
    <Card title="Check it yourself">
      <div className={styles.verify}>
        <p>
          Every forecast, outcome and missed session is an event in one chain. Each event carries a
          fingerprint (a SHA-256 hash) of its row and of the event before it, so editing or removing a row
          later breaks the chain from that point. Two things the chain alone can’t reveal: that its last
          events were removed, or that the whole chain was rebuilt. Anyone who noted its last fingerprint, the
          head, can tell.
        </p>
        {chain && (
          <p>
            The head is event {format.count(chain.events)}: <code className={styles.hash}>{chain.head}</code>.
            Write both down, or leave them with someone you trust. From then on, line{' '}
            {format.count(chain.events)} below the header of the events file must end in this hash. If it
            doesn’t, something up to this point was changed or removed.
            {summary.timestamps !== null &&
              ' Time-stamping services sign the head and the time once a day. This page compares their hashes; “npm run verify-ledger” in our repository checks their signatures too.'}
          </p>
        )}
        <p>
          The files contain all listings’ forecasts and outcomes, whatever this page shows. To follow the
          ledger elsewhere, use its <a href={apiUrl(['record.atom'])}>Atom feed</a> or{' '}
          <Link href="/api#badge-and-feed">badge</Link>.
        </p>
        <div className="cluster">
          <Button busy={isFetching} busyLabel="Recomputing…" onClick={() => void refetch()} variant="primary">
            Recompute in your browser
          </Button>
          <FileLink href={ledgerFileUrl('rows')} name={`candor-record-${ledger}.csv`}>
            Download CSV
          </FileLink>
          <FileLink href={ledgerFileUrl('events')} name={`candor-events-${ledger}.csv`}>
            Download events
          </FileLink>
        </div>
        <output className={styles.output}>
          {!isFetching && data?.ok === false && FAILURE_TEXT[data.error.reason]}
          {!isFetching && data?.ok === true && <Findings result={data.value} />}
        </output>
      </div>
    </Card>
  );
}

function FileLink({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <a className={buttonClass('quiet', 'md')} href={href} download={name}>
      <Download size={16} strokeWidth={1.75} aria-hidden /> {children}
    </a>
  );
}

function Findings({ result }: { result: Recomputed }) {
  const format = useFormat();
  const { rows, brokenRows, events, brokenEvents, head, figures, differences } = result;
  const { timestamps, brokenTimestamps } = result;
  const [row] = brokenRows;
  const [event] = brokenEvents;
  const [day] = brokenTimestamps;
  const chain = [
    row === undefined &&
      event === undefined &&
      `Read ${format.counted(rows, 'row')} and ${format.counted(events, 'event')}: the chain is intact.`,
    event !== undefined &&
      `The chain breaks at ${format.counted(brokenEvents.length, 'event')}, the first at event ${format.count(event)}.`,
    row !== undefined &&
      `Rows that differ from what was written: ${format.count(brokenRows.length)}, the first at row ${format.count(row)}.`,
  ];
  const stamps =
    day === undefined
      ? `Compared ${format.counted(timestamps, 'time stamp')} with the chain: all hashes match.`
      : `${format.count(brokenTimestamps.length)} of ${format.counted(timestamps, 'time stamp')} name another hash, the first on ${format.isoDate(day)}.`;
  return (
    <>
      <Finding isRight={row === undefined && event === undefined}>
        {chain.filter(Boolean).join(' ')} Last hash: <code className={styles.hash}>{head}</code>
      </Finding>
      {timestamps > 0 && <Finding isRight={day === undefined}>{stamps}</Finding>}
      <Finding isRight={differences.length === 0}>
        {differences.length === 0
          ? `Recalculated ${format.counted(figures, 'figure')} on this page from the rows: all match, to the last digit.`
          : `${format.count(differences.length)} of ${format.counted(figures, 'figure')} differ from this page, the first at ${differences[0]}.`}
      </Finding>
    </>
  );
}

function Finding({ isRight, children }: { isRight: boolean; children: ReactNode }) {
  return <p className={isRight ? styles.holds : styles.breaks}>{children}</p>;
}

/** Downloads the files and recomputes the page's figures on a separate thread. Aborting stops it. */
async function fetchAndRecompute(
  summary: LedgerResponse,
  ticker: string | null,
  signal: AbortSignal,
): Promise<Result<Recomputed, { readonly reason: keyof typeof FAILURE_TEXT }>> {
  const files = await fetchLedgerFiles(summary, signal);
  if (!files.ok) return files;
  const request = { files: files.value, shown: summary, ticker };
  return onOwnThread((api) => api.recompute(request), signal);
}

const FAILURE_TEXT = {
  unreachable: 'Couldn’t download the rows. Check your connection and try again.',
  outdated: 'The ledger has changed since this page loaded. Reload the page in a minute and try again.',
  unreadable: 'This page can’t read the rows’ format. Reload the page and try again.',
  unavailable: 'This browser couldn’t run the check.',
} as const;
