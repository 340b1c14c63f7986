import { AI_SIGNALS, type AiSignal, type HorizonDays } from '#compute';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { ForecastsResponse } from '#worker/contract';
import { getJson } from '../../shared/api/client.ts';
import { apiUrl } from '../../shared/api/api-url.ts';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { ExportButton, ProvenanceProvider } from '../../shared/export/export-buttons.tsx';
import { Announcement } from '../../shared/ui/announcement.tsx';
import { Banner, RetryBanner } from '../../shared/ui/banner.tsx';
import { useNow } from '../../shared/ui/browser-state.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Field, HorizonChoice, Select } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { LEDGER_NOTE, summaryFailureText } from './ledger-words.ts';
import { ledgerProvenance } from './ledger-export.ts';
import { RecordTabs } from './record-tabs.tsx';
import { Row } from './forecast-row.tsx';
import styles from './forecasts-page.module.css';
import {
  COLUMNS,
  forecastsFile,
  formatForecastsView,
  nextSort,
  parseForecastsView,
  shownRows,
  type ForecastsView,
  type SortKey,
} from './forecasts-view.ts';

/** More than a screen shows: a change renders so many at once, and the others when there is time. */
const SCREEN_ROWS = 15;

/** Rows without a further press. */
const FIRST_ROWS = 100;

/** Dates are compared with today's. */
const CLOCK_MS = 10 * 60_000;

const EVERY_SIGNAL = 'all';
const LIST_ORDER = 'list';

/** The forecasts that the ledger wrote at each listing's last close. */
export function ForecastsPage() {
  return (
    <QueryProvider>
      <Forecasts />
    </QueryProvider>
  );
}

function Forecasts() {
  const view = parseForecastsView(useSearch());
  const { horizonDays } = view;
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['forecasts', horizonDays],
    queryFn: ({ signal }) => getJson(apiUrl(['forecasts'], { days: horizonDays }), 'forecasts', { signal }),
    placeholderData: keepPreviousData,
    refetchOnReconnect: ({ state }) => (state.data?.ok === false ? 'always' : false),
  });
  return (
    <WorkPage
      title="Today’s forecasts"
      lead={
        <>
          What the model forecast for each listing at its last close, written down before the outcome.{' '}
          <Link href="/method">How the forecasts are made</Link>
        </>
      }
      heading={heading}
    >
      <RecordTabs />
      {data === undefined && <Skeleton height={640} />}
      {data?.ok === false && (
        <RetryBanner
          message={summaryFailureText(data.error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
          focusNext={heading}
        />
      )}
      {data?.ok === true && <List response={data.value} view={view} isBusy={isFetching} />}
    </WorkPage>
  );
}

interface ListProps {
  readonly response: ForecastsResponse;
  readonly view: ForecastsView;
  readonly isBusy: boolean;
}

function List({ response, view, isBusy }: ListProps) {
  const [, navigate] = useLocation();
  const nowMs = useNow(CLOCK_MS);
  const [isWhole, setIsWhole] = useState(false);
  const { horizonDays, sort, signal, text } = view;
  const list = useMemo(
    () => ({ rows: shownRows(response.rows, { horizonDays, sort, signal, text }), horizonDays }),
    // Every read of the address makes a new object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the two parts of `sort` stand for it
    [response.rows, horizonDays, sort?.key, sort?.direction, signal, text],
  );
  const show = (change: Partial<ForecastsView>) =>
    navigate(`/forecasts${formatForecastsView({ ...view, ...change })}`, { replace: true });
  const note = LEDGER_NOTE[response.ledger];
  const { rows } = list;
  const settled = useDeferredValue(list);
  const limit = isWhole ? rows.length : FIRST_ROWS;
  return (
    <ProvenanceProvider value={isBusy ? null : { ...ledgerProvenance(response, null), subject: 'Forecasts' }}>
      <div className="stack" aria-busy={isBusy}>
        {note && (
          <Banner tone="info" title={note.title}>
            {note.text}
          </Banner>
        )}
        <Card
          title="Every listing of the ledger"
          subtitle="Odds come from a model whose measured skill is the width of its ranges, not the direction. A list sorted by them is no list of recommendations."
          menu={<ExportButton exportable={forecastsFile(rows, horizonDays)} />}
          footer="“Last move” and “usual width” compare a listing with its own past."
          flush
        >
          <div className={styles.controls}>
            <HorizonChoice
              value={horizonDays}
              onChange={(days: HorizonDays) => show({ horizonDays: days })}
            />
            <Field
              label="Filter"
              type="search"
              placeholder="Ticker or company"
              value={text}
              onChange={(event) => show({ text: event.currentTarget.value })}
            />
            <Select
              label="Signal"
              options={[
                { value: EVERY_SIGNAL, label: 'Every signal' },
                ...AI_SIGNALS.map((level) => ({ value: level, label: level })),
              ]}
              value={signal ?? EVERY_SIGNAL}
              onChange={(level) => show({ signal: level === EVERY_SIGNAL ? null : (level as AiSignal) })}
            />
            <div className={styles.sort}>
              <Select
                label="Sort by"
                options={[
                  { value: LIST_ORDER, label: 'The ledger’s order' },
                  ...COLUMNS.filter(({ first }) => first !== null).map(({ key, label }) => ({
                    value: key,
                    label,
                  })),
                ]}
                value={sort?.key ?? LIST_ORDER}
                onChange={(key) => show({ sort: key === LIST_ORDER ? null : nextSort(null, key as SortKey) })}
              />
            </div>
          </div>
          <table className={styles.table}>
            <caption className="visually-hidden">Forecasts, {horizonDays} trading days ahead</caption>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <Head
                    key={column.key}
                    column={column}
                    sort={sort}
                    onSort={(next) => show({ sort: next })}
                  />
                ))}
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, SCREEN_ROWS).map((row) => (
                <Row key={row.ticker} row={row} horizonDays={horizonDays} nowMs={nowMs} />
              ))}
            </tbody>
            <tbody hidden={settled !== list}>
              {settled.rows.slice(SCREEN_ROWS, limit).map((row) => (
                <Row key={row.ticker} row={row} horizonDays={settled.horizonDays} nowMs={nowMs} />
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p className={styles.empty}>No listing matches the filters.</p>}
          {limit < rows.length && (
            <p className={styles.empty}>
              <Button onClick={() => setIsWhole(true)}>Show all {rows.length} listings</Button>
            </p>
          )}
        </Card>
        <Announcement
          news={[{ of: `${signal} ${text}`, text: `${rows.length} of ${response.rows.length} listings` }]}
        />
      </div>
    </ProvenanceProvider>
  );
}

interface HeadProps {
  readonly column: (typeof COLUMNS)[number];
  readonly sort: ForecastsView['sort'];
  readonly onSort: (sort: ForecastsView['sort']) => void;
}

function Head({ column: { key, label }, sort, onSort }: HeadProps) {
  if (key === 'price') return <th scope="col">{label}</th>;
  const direction = sort?.key === key ? sort.direction : undefined;
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={styles.head} onClick={() => onSort(nextSort(sort, key))}>
        {label}
        <span className={styles.direction} aria-hidden="true">
          {direction === 'ascending' && '▲'}
          {direction === 'descending' && '▼'}
        </span>
      </button>
    </th>
  );
}
