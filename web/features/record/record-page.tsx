import type { RecordResponse } from '#worker/contract';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ProvenanceProvider } from '../../shared/export/provenance.ts';
import { formatCount } from '../../shared/format/conventions.ts';
import { AddressNote, NotATicker } from '../../shared/search/address-note.tsx';
import { misreadTicker } from '../../shared/search/misread-ticker.ts';
import { fetchRecord, fetchRecordCsv } from '../../shared/api/record-api.ts';
import { formatExchangeTime } from '../../shared/format/dates.ts';
import { useAtomValue, useStore } from '../../shared/state/store.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { HorizonChoice } from '../../shared/ui/horizon-choice.tsx';
import { RetryBanner } from '../../shared/ui/retry-banner.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useFocusHeir } from '../../shared/ui/use-focus-heir.ts';
import { ForecastsCard, GapsCard } from './forecasts-card.tsx';
import { HorizonCharts } from './horizon-charts.tsx';
import { recomputeInThread } from './recompute-thread.ts';
import { recordProvenance } from './record-export.ts';
import styles from './record-page.module.css';
import { parseRecordView, printRecordView, type RecordView } from './record-view.ts';
import { countText, dayText, LEDGER_NOTE } from './record-words.ts';
import { GroupsCard, ReliabilityCard, Verdict } from './scores-section.tsx';
import { createRecordState, type RecordState } from './state.ts';
import { VerifyCard } from './verify-card.tsx';

/** What the select calls the whole record. */
const EVERY_LISTING = 'all';

/** The public record: forecasts written down before their outcome, and how they came out. */
export function RecordPage() {
  const store = useStore();
  const [state] = useState(() =>
    createRecordState(store, { fetchRecord, fetchRecordCsv, recompute: recomputeInThread }),
  );
  const search = useSearch();
  const view = parseRecordView(search);
  const misread = misreadTicker(search, 'ticker');
  const { ledger, ticker } = view;
  const load = useAtomValue(state.loadAtom);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    void state.load({ ledger, ticker });
    // What failed for want of a network is asked for again.
    const onOnline = () =>
      store.get(state.loadAtom).status === 'failed' && void state.load({ ledger, ticker });
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [store, state, ledger, ticker]);

  const record = load.status === 'failed' ? null : load.record;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Track record
        </h1>
        <p className={styles.lead}>
          Forecasts of a fixed list of listings, written down after each close, before the outcome. None is
          chosen, changed or left out. <Link href="/method">How the forecasts are made</Link>
        </p>
      </header>
      <AddressNote>
        {misread !== null && (
          <>
            <NotATicker text={misread} /> This is the record of every listing.
          </>
        )}
      </AddressNote>
      {load.status === 'failed' && (
        <RetryBanner
          message={load.message}
          isRetrying={load.isRetrying}
          onRetry={() => void state.load({ ledger, ticker })}
          focusNext={heading}
        />
      )}
      {load.status === 'loading' && record === null && <Loading />}
      {record !== null && (
        <Record
          record={record}
          view={view}
          state={state}
          busy={load.status === 'loading'}
          focusNext={heading}
        />
      )}
    </div>
  );
}

function Record({
  record,
  view,
  state,
  busy,
  focusNext,
}: {
  record: RecordResponse;
  view: RecordView;
  state: RecordState;
  busy: boolean;
  /** Gets the focus where the record goes, because another part of it could not be loaded. */
  focusNext: RefObject<HTMLElement | null>;
}) {
  const content = useRef<HTMLDivElement>(null);
  useFocusHeir(content, focusNext);
  const [, navigate] = useLocation();
  const recomputation = useAtomValue(state.recomputationAtom);
  const note = LEDGER_NOTE[record.ledger];
  const scores = record.horizons.find(({ horizon_days: days }) => days === view.horizonDays);
  const show = (change: Partial<RecordView>) =>
    navigate(`/track-record${printRecordView({ ...view, ...change })}`, { replace: true });

  if (record.forecasts === 0) {
    return (
      <>
        {note && <LedgerBanner note={note} />}
        <EmptyRecord record={record} />
      </>
    );
  }
  return (
    <ProvenanceProvider value={busy ? null : recordProvenance(record, view.ticker)}>
      <div ref={content} className={styles.content} aria-busy={busy}>
        {note && <LedgerBanner note={note} />}
        <div className={styles.controls}>
          <div className={styles.horizons}>
            <HorizonChoice value={view.horizonDays} onChange={(horizonDays) => show({ horizonDays })} />
          </div>
          <Select
            label="Listing"
            hideLabel
            options={[
              { value: EVERY_LISTING, label: 'All listings' },
              ...record.universe.map((ticker) => ({ value: ticker, label: ticker })),
            ]}
            value={view.ticker ?? EVERY_LISTING}
            onChange={(ticker) => show({ ticker: ticker === EVERY_LISTING ? null : ticker })}
          />
          <p className={styles.counts}>{countsText(record)}</p>
        </div>
        {scores === undefined ? (
          <section aria-label="Verdict" className={styles.verdict}>
            <p className={styles.sentence}>
              No {view.horizonDays}-day forecast is settled yet. There is nothing to judge, and nothing is
              claimed.
            </p>
          </section>
        ) : (
          <Verdict scores={scores} />
        )}
        {record.horizons.length > 0 && <HorizonCharts horizons={record.horizons} />}
        <ForecastsCard record={record} horizonDays={view.horizonDays} />
        {scores !== undefined && (
          <div className={styles.pair}>
            <ReliabilityCard scores={scores} />
            <GroupsCard scores={scores} />
          </div>
        )}
        <GapsCard record={record} />
        <VerifyCard
          record={record}
          query={view}
          recomputation={recomputation}
          onRecompute={() => void state.recompute()}
        />
      </div>
    </ProvenanceProvider>
  );
}

function LedgerBanner({ note }: { note: { title: string; text: string } }) {
  return (
    <Banner tone="info" title={note.title}>
      {note.text}
    </Banner>
  );
}

function EmptyRecord({ record }: { record: RecordResponse }) {
  return (
    <Card title="No forecast has been written down yet">
      <p className={styles.quiet}>
        {record.universe.length === 0
          ? 'This installation follows no listings.'
          : `The first ones are written half an hour after the next close of each listing: ${record.universe.join(', ')}. The first outcomes follow one session later.`}
      </p>
    </Card>
  );
}

/** "12,480 forecasts since May 2, 2016, 12,012 settled. Next: …" */
function countsText({
  forecasts,
  settled,
  first_session: since,
  next_target,
  next_at,
  ledger,
}: RecordResponse): string {
  const parts = [
    `${countText(forecasts, 'forecast')} since ${dayText(since)}, ${formatCount(settled)} settled.`,
  ];
  // A recording has ended: nothing comes next.
  if (ledger === 'replay') return parts.join(' ');
  if (next_target !== null) parts.push(`Next outcome: ${dayText(next_target)}.`);
  if (next_at !== null)
    parts.push(`Next forecasts: ${formatExchangeTime(next_at, 'America/New_York', Date.now())}.`);
  return parts.join(' ');
}

function Loading() {
  return (
    <div className={styles.content} role="status" aria-label="Loading the record">
      <Skeleton height={40} />
      <Skeleton height={190} />
      <Skeleton height={260} />
      <Skeleton height={420} />
    </div>
  );
}
