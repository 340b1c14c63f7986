import { RANGE_LABELS } from '#compute';
import { X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { useAtomValue, useStore } from '../../shared/state/store.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { CompareChart } from './compare-chart.tsx';
import styles from './compare-page.module.css';
import { compareModel } from './compare-model.ts';
import type { Compared, MemberLoad } from './compare-state.ts';
import { CompareTable } from './compare-table.tsx';
import {
  compareUrl,
  DEFAULT_BENCHMARK,
  drawnTickers,
  MAX_COMPARED,
  parseCompareView,
  type CompareView,
} from './compare-url.ts';
import { seriesStyle, type SeriesStyle } from './series-style.ts';
import { Swatch } from './swatch.tsx';

/** Up to five listings and a benchmark, side by side. The address says what is shown; the state does the rest. */
export function ComparePage() {
  const store = useStore();
  const state = compareModel(store);
  const loads = useAtomValue(state.loadsAtom);
  const compared = useAtomValue(state.comparedAtom);
  const list = useRef<HTMLUListElement>(null);
  const [, navigate] = useLocation();
  const search = useSearch();
  const view = useMemo(() => parseCompareView(search), [search]);
  const drawn = drawnTickers(view);
  const isLoading = drawn.some((ticker) => loads.get(ticker)?.status === 'loading');

  useEffect(() => {
    if (view.tickers.length > 0) void state.open(view);
  }, [state, view]);
  useEffect(() => state.close, [state]);

  const show = (change: Partial<CompareView>) => navigate(compareUrl({ ...view, ...change }));

  function add(ticker: CompareView['tickers'][number]): string | null {
    if (view.tickers.includes(ticker)) return `${ticker} is compared already.`;
    if (view.tickers.length >= MAX_COMPARED) return `Up to ${MAX_COMPARED} listings. Remove one first.`;
    show({ tickers: [...view.tickers, ticker] });
    return null;
  }

  const benchmark = drawn.length > view.tickers.length ? view.benchmark : null;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>Compare</h1>
          <p className={styles.lead}>
            Up to {MAX_COMPARED} listings and a benchmark, each 100 on the first day that all of them share.
          </p>
        </div>
        <AddTickerForm onAdd={add} />
      </header>
      {drawn.length > 0 && (
        <ul ref={list} tabIndex={-1} className={styles.members} aria-label="Compared listings">
          {drawn.map((ticker) => (
            <MemberChip
              key={ticker}
              ticker={ticker}
              isBenchmark={ticker === benchmark}
              line={seriesStyle(view, ticker)}
              load={loads.get(ticker)}
              onRemove={() => {
                // The button goes; the focus must not go with it.
                list.current?.focus();
                show(
                  ticker === benchmark
                    ? { benchmark: null }
                    : { tickers: view.tickers.filter((other) => other !== ticker) },
                );
              }}
            />
          ))}
          {view.benchmark === null && (
            <li>
              <button
                type="button"
                className={styles.addBenchmark}
                onClick={() => show({ benchmark: DEFAULT_BENCHMARK })}
              >
                Add {DEFAULT_BENCHMARK} as benchmark
              </button>
            </li>
          )}
        </ul>
      )}
      {view.tickers.length === 0 ? (
        <div className={styles.empty}>
          <h2>Nothing to compare yet</h2>
          <p>Add two or more tickers above, such as AAPL and MSFT.</p>
        </div>
      ) : (
        <Outcome compared={compared} view={view} isLoading={isLoading} onRange={(range) => show({ range })} />
      )}
    </div>
  );
}

function MemberChip({
  ticker,
  isBenchmark,
  line,
  load,
  onRemove,
}: {
  ticker: string;
  isBenchmark: boolean;
  line: SeriesStyle;
  load: MemberLoad | undefined;
  onRemove: () => void;
}) {
  return (
    <li className={styles.member}>
      <Swatch style={line} />
      <strong>{ticker}</strong>
      {isBenchmark && <span className={styles.role}>benchmark</span>}
      {load?.status === 'failed' && <span className={styles.fault}>{load.message}</span>}
      <IconButton label={`Remove ${ticker}`} onClick={onRemove}>
        <X size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}

function Outcome({
  compared,
  view,
  isLoading,
  onRange,
}: {
  compared: Compared;
  view: CompareView;
  isLoading: boolean;
  onRange: (range: CompareView['range']) => void;
}) {
  const range = (
    <Segmented
      label="Range"
      options={RANGE_LABELS.map((label) => ({ value: label, label }))}
      value={view.range}
      onChange={onRange}
    />
  );
  if (compared.status === 'failed') {
    return (
      <Banner tone="error" title="Error" action={range}>
        {compared.reason === 'no_shared_days'
          ? 'These listings share fewer than two trading days in this range. Choose a longer one or remove a listing.'
          : 'The comparison could not be loaded. Reload the page.'}
      </Banner>
    );
  }
  if (compared.status === 'waiting') {
    return (
      <Card title="Rebased to 100" actions={range} flush>
        {isLoading ? (
          <div className={styles.waiting}>
            <Spinner label="Loading stock data..." />
            <Skeleton height={360} />
          </div>
        ) : (
          <p className={styles.waiting}>None of these listings has prices.</p>
        )}
      </Card>
    );
  }
  const { members, comparison } = compared;
  const isSample = members.some(({ data }) => data.response.source === 'sample');
  const late = members.filter((_, i) => comparison.isLate[i]);
  return (
    <div className={styles.outcome} aria-busy={isLoading || compared.view !== view}>
      <Card
        title="Rebased to 100"
        subtitle={`${formatSessionDate(comparison.time[0] ?? Number.NaN, 'day')} = 100${isSample ? ' · Sample market: simulated prices' : ''}`}
        actions={range}
        flush
        footer={
          late.length > 0 &&
          `Shortened: ${late.map(({ ticker }) => ticker).join(', ')} ${late.length === 1 ? 'has' : 'have'} no earlier prices.`
        }
      >
        <CompareChart compared={compared} />
      </Card>
      <Card title="Forecasts and records" flush>
        <CompareTable compared={compared} />
      </Card>
    </div>
  );
}
