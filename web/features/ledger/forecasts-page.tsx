import { AI_SIGNALS } from '#compute';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ForecastsResponse } from '#worker/contract';
import { apiUrl, getJson } from '../../shared/api/client.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { Announcement } from '../../shared/ui/announcement.tsx';
import { useNow } from '../../shared/ui/use-now.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Field, HorizonChoice, Select } from '../../shared/ui/field.tsx';
import { listen } from '../../shared/browser/listen.ts';
import { ListingTable } from '../../shared/ui/listing-table.tsx';
import { LEDGER_NOTE, LedgerFrame, useLedgerQuery, useParams } from './ledger-frame.tsx';
import { Row } from './forecast-row.tsx';
import styles from './forecasts-page.module.css';
import {
  COLUMNS,
  forecastsFile,
  parseForecastsView,
  shownRows,
  sortParam,
  type ForecastsView,
  type ListedForecast,
} from './forecasts-view.ts';

/** In CSS pixels; few rows are lower. A change first renders enough rows to fill the window, a sort only those in view. */
const ROW_PX = 64;

const MORE_ROWS = 10;

/** How often the clock ticks that decides whether a forecast is stale. */
const CLOCK_MS = 10 * 60_000;

export const ForecastsPage = withQueries(Forecasts);

function Forecasts() {
  const { search } = useParams();
  const view = useMemo(() => parseForecastsView(search), [search]);
  const { horizonDays } = view;
  const query = useLedgerQuery(['forecasts', horizonDays], (signal) =>
    getJson(apiUrl(['forecasts'], { days: horizonDays }), 'forecasts', { signal }),
  );
  return (
    <LedgerFrame
      title="Forecasts"
      lead="The model’s forecast for each listing at its last close, published before the outcome."
      query={query}
    >
      {(response) => <List response={response} view={view} isBusy={query.isFetching} />}
    </LedgerFrame>
  );
}

const LIVE_SOURCE = 'Candor public ledger: forecasts published before their outcome';

interface ListProps {
  readonly response: ForecastsResponse;
  readonly view: ForecastsView;
  readonly isBusy: boolean;
}

function List({ response, view, isBusy }: ListProps) {
  const { horizonDays, signal, text } = view;
  const rows = useMemo(() => shownRows(response.rows, view), [response.rows, view]);
  const provenance = {
    subject: 'Forecasts',
    source: LEDGER_NOTE[response.ledger]?.title ?? LIVE_SOURCE,
    asOf: response.as_of ?? '',
  };
  return (
    <>
      <Card
        title="All listings in the ledger"
        subtitle="The model has measured skill in the width of its ranges, not in direction. A list sorted by chance is not a list of recommendations."
        menu={
          <ExportButton
            exportable={forecastsFile(rows, horizonDays)}
            provenance={isBusy ? null : provenance}
          />
        }
        footer="The predicted price is the close plus a small drift common to all listings of a kind. “Last move” and “Width vs usual” compare each listing with its own past."
        flush
      >
        <Controls view={view} />
        <Rows rows={rows} view={view} />
        {rows.length === 0 && (
          <p className={styles.empty}>
            {response.rows.length === 0
              ? 'This site’s ledger doesn’t include any listings.'
              : 'No listings match. Clear the filter or choose another signal.'}
          </p>
        )}
      </Card>
      <Announcement
        messages={[{ of: `${signal} ${text}`, text: `${rows.length} of ${response.rows.length} listings` }]}
      />
    </>
  );
}

function Controls({ view: { horizonDays, signal, text } }: { view: ForecastsView }) {
  const { show } = useParams();
  return (
    <div className={styles.controls}>
      <HorizonChoice value={horizonDays} onChange={(days) => show({ days: `${days}` })} />
      <Field
        label="Filter"
        type="search"
        placeholder="Ticker or company"
        value={text}
        onChange={(event) => show({ q: event.currentTarget.value })}
      />
      <Select
        label="Signal"
        options={[
          { value: '', label: 'All signals' },
          ...AI_SIGNALS.map((level) => ({ value: level, label: level })),
        ]}
        value={signal ?? ''}
        onChange={(level) => show({ signal: level })}
      />
    </div>
  );
}

function Rows({ rows, view }: { rows: readonly ListedForecast[]; view: ForecastsView }) {
  const { show } = useParams();
  const nowMs = useNow(CLOCK_MS);
  const [rowsInView, setRowsInView] = useState(Infinity);
  const [count, end] = useRowCount(rows, rowsInView);
  return (
    <>
      <ListingTable
        caption={`Forecasts, ${view.horizonDays} trading days ahead`}
        columns={COLUMNS}
        sort={view.sort}
        onSort={(sort, inView) => {
          setRowsInView(inView);
          show({ sort: sortParam(sort) });
        }}
        defaultOrderLabel="Ledger order"
        rowCount={rows.length}
      >
        {rows.slice(0, count).map((row) => (
          <Row key={row.ticker} row={row} nowMs={nowMs} />
        ))}
      </ListingTable>
      <div ref={end} />
    </>
  );
}

/** How many rows to render, and the ref for the end of the list: more whenever that end comes near the window. */
function useRowCount(rows: readonly unknown[], rowsInView: number) {
  const [rendered, setRendered] = useState({ rows, count: 0 });
  const first = Math.min(rowsInView, Math.ceil(innerHeight / ROW_PX));
  const count = Math.max(first, rendered.rows === rows ? rendered.count : 0);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count >= rows.length || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setRendered({ rows, count: count + MORE_ROWS }));
      },
      { rootMargin: '10%' },
    );
    observer.observe(end.current);
    // Print all rows: paper cannot scroll.
    const stopPrint = listen(window, {
      beforeprint: () => flushSync(() => setRendered({ rows, count: rows.length })),
    });
    return () => {
      observer.disconnect();
      stopPrint();
    };
  }, [rows, count]);
  return [count, end] as const;
}
