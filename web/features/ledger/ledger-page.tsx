import { parseHorizon, parseTicker, type Format, type HorizonDays } from '#compute';
import type { LedgerResponse } from '#worker/contract';
import { useRef } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { Card } from '../../shared/ui/card.tsx';
import { HorizonChoice, Select } from '../../shared/ui/field.tsx';
import { UrlNote, invalidTickerParam, NotATicker } from '../../shared/search/ticker-text.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { fetchSummary } from '../../shared/api/ledger-api.ts';
import { Announcement, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import styles from './ledger-page.module.css';
import { ForecastsCard, GapsCard, GroupsCard, parseStage, type Stage } from './ledger-tables.tsx';
import { LedgerFrame, useLedgerQuery, useParams } from './ledger-frame.tsx';
import { confirmedText, totalsText, verdictText } from './ledger-words.ts';
import { VerifyCard } from './verify-card.tsx';
import { HorizonCharts, ReliabilityCard, Verdict } from './scores-section.tsx';

export const LedgerPage = withQueries(Ledger);

function Ledger() {
  const { search } = useParams();
  const view = parseLedgerView(search);
  const invalidTicker = invalidTickerParam(search, 'ticker');
  const { ticker } = view;
  const query = useLedgerQuery(['ledger', ticker], (signal) => fetchSummary(ticker, signal));
  const { data, isPlaceholderData } = query;
  const summary = data?.ok === true ? data.value : null;
  const format = useFormat();

  return (
    <LedgerFrame
      title="Track record"
      lead="Forecasts for a fixed list of stocks, funds, indices, currencies and coins, published after each close and before the outcome. None is left out."
      notes={
        <>
          <UrlNote>
            {invalidTicker !== null && (
              <>
                <NotATicker text={invalidTicker} /> Showing the track record for all listings.
              </>
            )}
          </UrlNote>
          <Announcement
            messages={announcementsOf(format, view, summary, data === undefined || isPlaceholderData)}
          />
        </>
      }
      query={query}
    >
      {(shown) => <Summary summary={shown} view={view} />}
    </LedgerFrame>
  );
}

function Summary({ summary, view }: { summary: LedgerResponse; view: LedgerView }) {
  const format = useFormat();
  const { show: change } = useParams();
  // The first choice removes an invalid ticker from the URL.
  const show = (params: Readonly<Record<string, string>>) => change({ ticker: view.ticker ?? '', ...params });
  const scores = scoresOf(summary, view);
  const confirmation = confirmedText(format, summary);
  const forecasts = useRef<HTMLDivElement>(null);

  if (summary.forecasts === 0) return <EmptyLedger universe={summary.universe} ticker={view.ticker} />;
  return (
    <>
      <div className={styles.controls}>
        <div className={styles.horizons}>
          <HorizonChoice value={view.horizonDays} onChange={(days) => show({ days: `${days}` })} />
        </div>
        <Select
          label="Listing"
          hideLabel
          options={[
            { value: '', label: 'All listings' },
            ...summary.universe.map((ticker) => ({ value: ticker, label: ticker })),
          ]}
          value={view.ticker ?? ''}
          onChange={(ticker) => show({ ticker })}
        />
      </div>
      <Verdict
        text={verdictText(format, view.horizonDays, scores)}
        scores={scores}
        onMisses={() => {
          show({ show: 'misses' });
          forecasts.current?.scrollIntoView?.();
        }}
      />
      <div ref={forecasts} className={styles.anchor}>
        <ForecastsCard
          summary={summary}
          horizonDays={view.horizonDays}
          stage={view.stage}
          onStage={(stage) => show({ show: stage })}
        />
      </div>
      <p className="note">{totalsText(format, summary)}</p>
      {confirmation !== null && <p className="note">{confirmation}</p>}
      {summary.horizons.length > 0 && <HorizonCharts horizons={summary.horizons} />}
      <div className={scores === undefined ? 'stack' : styles.pair}>
        {scores && <ReliabilityCard scores={scores} />}
        {scores && <GroupsCard scores={scores} />}
        <GapsCard summary={summary} />
        <VerifyCard key={`${view.ticker} ${summary.as_of}`} summary={summary} ticker={view.ticker} />
      </div>
    </>
  );
}

function scoresOf(summary: LedgerResponse, { horizonDays }: LedgerView) {
  return summary.horizons.find(({ horizon_days: days }) => days === horizonDays);
}

const NOTHING_PUBLISHED = 'No forecasts published yet';

function EmptyLedger({ universe, ticker }: Pick<LedgerResponse, 'universe'> & Pick<LedgerView, 'ticker'>) {
  if (ticker !== null && !universe.includes(ticker))
    return <p>{`${ticker} isn’t in this site’s ledger. It has ${universe.join(', ')}.`}</p>;
  return (
    <Card title={NOTHING_PUBLISHED}>
      <p className={styles.quiet}>
        {universe.length === 0
          ? 'This site’s ledger doesn’t include any listings.'
          : `The first forecasts appear about half an hour after each listing’s next close: ${universe.join(', ')}. The first outcomes follow one session later.`}
      </p>
    </Card>
  );
}

function announcementsOf(
  format: Format,
  view: LedgerView,
  summary: LedgerResponse | null,
  isLoading: boolean,
): ScreenReaderMessage[] {
  const { ticker } = view;
  const subject = ticker === null ? 'the track record' : `the track record for ${ticker}`;
  if (isLoading) return [{ of: `loading ${subject}`, text: `Loading ${subject}` }];
  if (summary === null) return [];
  const verdict = verdictText(format, view.horizonDays, scoresOf(summary, view));
  const text = summary.forecasts === 0 ? NOTHING_PUBLISHED : `${ticker ?? 'All listings'}: ${verdict}`;
  return [{ of: `${subject} ${summary.ledger} ${view.horizonDays}`, text }];
}

interface LedgerView {
  /** `null` for all listings. */
  readonly ticker: string | null;
  readonly horizonDays: HorizonDays;
  readonly stage: Stage | null;
}

/** Reads a query string. Missing or invalid values fall back to the whole ledger and the default horizon. */
export function parseLedgerView(search: string): LedgerView {
  const params = new URLSearchParams(search);
  const ticker = parseTicker(params.get('ticker') ?? '');
  return {
    ticker: ticker.ok ? ticker.value : null,
    horizonDays: parseHorizon(params.get('days')),
    stage: parseStage(params.get('show')),
  };
}
