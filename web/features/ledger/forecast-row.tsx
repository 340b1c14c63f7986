import {
  countText,
  formatDays,
  lossTail,
  lossText,
  moveRarityText,
  SOURCE_NAME,
  whenText,
  type Format,
} from '#compute';
import { Fragment, memo, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { Badge, Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { CellWithNote } from '../../shared/ui/data-table.tsx';
import { ListingRow } from '../../shared/ui/listing-table.tsx';
import { StarButton } from '../../shared/user/star-button.tsx';
import styles from './forecasts-page.module.css';
import {
  COLUMNS,
  daysUntil,
  halfWidthPercent,
  isStale,
  quotedForecast,
  type ListedForecast,
  type ReadyForecast,
} from './forecasts-view.ts';

type RowProps = Readonly<{ row: ListedForecast; nowMs: number }>;

export const Row = memo(function ForecastRow({ row, nowMs }: RowProps) {
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { ticker, forecast, horizon, reason } = row;
  const detailsId = `ranges-${ticker}`;
  return (
    <>
      <ListingRow
        ticker={ticker}
        name={forecast?.company_name ?? ''}
        columns={COLUMNS}
        cells={cellsOf(format, row, nowMs)}
        placeholder={absenceText(reason)}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        toggleLabel={`${ticker} ranges`}
        detailsId={forecast === null ? undefined : detailsId}
      >
        <StarButton ticker={ticker} name={forecast?.company_name ?? ticker} />
      </ListingRow>
      {isOpen && forecast !== null && horizon !== null && (
        <tr id={detailsId} className={styles.details}>
          <td colSpan={COLUMNS.length + 2}>
            <Details ticker={ticker} forecast={forecast} horizon={horizon} />
          </td>
        </tr>
      )}
    </>
  );
});

/** A row's cells after the name, in column order; `null` without a forecast. */
function cellsOf(format: Format, row: ListedForecast, nowMs: number): readonly ReactNode[] | null {
  const { forecast, horizon, record } = row;
  if (forecast === null || horizon === null) return null;
  const { base_close: close, move_percent: move, move_rarity: rarity } = forecast;
  const quoted = quotedForecast(row.ticker, forecast);
  return [
    <Fragment key="price">
      <CellWithNote text={format.price(close, quoted)} note={format.isoDate(forecast.base_date, 'weekday')} />
      {isStale(forecast, nowMs) && <Badge tone="neutral">not updated</Badge>}
    </Fragment>,
    <CellWithNote
      key="move"
      text={<Delta value={move} text={format.percent(move, { signed: true })} />}
      note={rarity === null ? 'N/A' : moveRarityText(format, rarity)}
    />,
    <CellWithNote
      key="range"
      text={format.range(horizon.low80, horizon.high80, quoted)}
      note={`±${format.percent(halfWidthPercent(row) ?? Number.NaN)}`}
    />,
    earningsCell(format, forecast, nowMs),
    widthText(format, horizon.width_rank),
    format.share(horizon.probability_buy),
    format.share(horizon.probability_sell),
    <SignalBadge key="signal" signal={forecast.signal} />,
    record === null ? (
      'None settled yet'
    ) : (
      <CellWithNote
        key="record"
        text={countText(format, record.coverage80.value, record.n)}
        note={`since ${format.isoDate(record.from)}`}
      />
    ),
  ];
}

function earningsCell(format: Format, { results }: ReadyForecast, nowMs: number): ReactNode {
  const days = results === null ? -1 : daysUntil(results.date, nowMs);
  if (results === null || days < 0) return 'N/A';
  const text = days === 0 ? 'today' : `in ${formatDays(days)}`;
  return <CellWithNote key="earnings" text={text} note={whenText(format, results)} />;
}

/** "wider than 83%" of the past year's ranges; "N/A" if unknown. */
function widthText({ share }: Format, rank: number | null): string {
  if (rank === null) return 'N/A';
  return rank >= 0.5 ? `wider than ${share(rank)}` : `narrower than ${share(1 - rank)}`;
}

const ABSENCE: Readonly<Record<string, string>> = {
  short_history: 'No forecast: fewer than 60 sessions of history.',
  not_trading: 'No forecast: no longer trading.',
  set_price: 'No forecast: the price is set, not found.',
  not_forecast: 'No forecast: past ranges held too seldom, or the model does not cover it.',
};

function absenceText(reason: string | null): string {
  return reason === null
    ? 'No forecast yet. The first one comes after the next close.'
    : (ABSENCE[reason] ?? 'No forecast: couldn’t read its prices after the last close.');
}

interface DetailsProps {
  readonly ticker: string;
  readonly forecast: ReadyForecast;
  readonly horizon: ReadyForecast['horizons'][number];
}

function Details({ ticker, forecast, horizon }: DetailsProps) {
  const format = useFormat();
  const { base_close: close, source, base_date: session } = forecast;
  const by = ` by ${format.isoDate(horizon.target_date, 'short')}`;
  return (
    <div className={styles.opened}>
      <Fan ticker={ticker} forecast={forecast} />
      <div>
        <p>{lossText(format, lossTail(horizon, close), by)}</p>
        <p className="note">
          80% ranges from the {format.isoDate(session)} close. Source: {SOURCE_NAME[source]}.
        </p>
        <p>
          <AnalysisLink ticker={ticker}>Analyze {ticker}</AnalysisLink>
          {' · '}
          <Link href={`/compare?${new URLSearchParams({ tickers: ticker })}`}>Compare</Link>
          {' · '}
          <Link href={`/track-record?${new URLSearchParams({ ticker })}`}>Track record</Link>
        </p>
      </div>
    </div>
  );
}

/** SVG units, stretched to the box: a step for each horizon, so that each label has room under its point. */
const STEP = 100;
const HEIGHT = 100;

function Fan({ ticker, forecast }: Omit<DetailsProps, 'horizon'>) {
  const { base_close: close, horizons } = forecast;
  const format = useFormat();
  const prices = [close, ...horizons.flatMap(({ low80, high80 }) => [low80, high80])];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const width = horizons.length * STEP;
  const y = (price: number) => HEIGHT - ((price - low) / (high - low || 1)) * HEIGHT;
  const edge = (pick: 'low80' | 'high80' | 'median') =>
    horizons.map((horizon, at) => `${(at + 1) * STEP},${y(horizon[pick])}`);
  const start = `0,${y(close)}`;
  return (
    <figure className={styles.fan}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polygon points={[start, ...edge('high80'), ...edge('low80').toReversed()].join(' ')} />
        <polyline points={[start, ...edge('median')].join(' ')} />
        <line x1="0" x2={width} y1={y(close)} y2={y(close)} />
      </svg>
      <figcaption>
        <dl>
          {horizons.map(({ horizon_days: days, target_date: date, low80, high80 }) => (
            <div key={days}>
              <dt>{format.isoDate(date, 'short')}</dt>
              <dd>{format.range(low80, high80, quotedForecast(ticker, forecast))}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}
