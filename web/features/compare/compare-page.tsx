import { X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { AddressNote } from '../../shared/search/address-note.tsx';
import { useAtomValue, useStore } from '../../shared/state/store.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { WorkPage } from '../../shared/ui/work-page.tsx';
import { compareModel } from './compare-model.ts';
import { CompareOutcome } from './compare-outcome.tsx';
import styles from './compare-page.module.css';
import type { MemberLoad } from './compare-state.ts';
import {
  compareUrl,
  DEFAULT_BENCHMARK,
  drawnTickers,
  leftOut,
  MAX_COMPARED,
  parseCompareView,
  type CompareView,
} from './compare-url.ts';
import { leftOutText } from './left-out-text.tsx';
import { seriesStyle, type SeriesStyle } from './series-style.ts';
import { Swatch } from './swatch.tsx';

/** Up to five listings and a benchmark, side by side. The address says what is shown; the state does the rest. */
export function ComparePage() {
  const store = useStore();
  const state = compareModel(store);
  const loads = useAtomValue(state.loadsAtom);
  const compared = useAtomValue(state.comparedAtom);
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [, navigate] = useLocation();
  const search = useSearch();
  const view = useMemo(() => parseCompareView(search), [search]);
  const drawn = drawnTickers(view);
  const isLoading = drawn.some((ticker) => loads.get(ticker)?.status === 'loading');

  useEffect(() => {
    if (view.tickers.length === 0) return undefined;
    const open = () => void state.open(view);
    open();
    // What failed for want of a network is asked for again.
    addEventListener('online', open);
    return () => removeEventListener('online', open);
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
    <WorkPage
      title="Compare"
      lead={`Up to ${MAX_COMPARED} listings and a benchmark, each 100 on the first day that all of them share.`}
      action={<AddTickerForm onAdd={add} />}
      heading={heading}
    >
      <AddressNote>{leftOutText(leftOut(search))}</AddressNote>
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
                // The button goes, the last one with its list; the focus must not go with them.
                (drawn.length > 1 ? list : heading).current?.focus();
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
                onClick={() => {
                  list.current?.focus();
                  show({ benchmark: DEFAULT_BENCHMARK });
                }}
              >
                Add {DEFAULT_BENCHMARK} as benchmark
              </button>
            </li>
          )}
        </ul>
      )}
      {view.tickers.length === 0 ? (
        <EmptyState
          title="Nothing to compare yet"
          action={<ButtonLink href="/compare?tickers=AAPL,MSFT">Compare AAPL and MSFT</ButtonLink>}
        >
          Add two or more tickers above, or begin with two that are well known.
        </EmptyState>
      ) : (
        <CompareOutcome compared={compared} view={view} isLoading={isLoading} onChange={show} />
      )}
    </WorkPage>
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
