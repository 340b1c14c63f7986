import { SOURCE_NAME, moveRarityText, type HorizonDays } from '#compute';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge, Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { StarButton } from '../../shared/user-data/use-watchlist.tsx';
import { ForecastFan } from './forecast-fan.tsx';
import styles from './forecasts-page.module.css';
import {
  absenceText,
  COLUMNS,
  halfWidthPercent,
  horizonOf,
  isStale,
  type ForecastRow,
  type ReadyForecast,
} from './forecasts-view.ts';

interface RowProps {
  readonly row: ForecastRow;
  readonly horizonDays: HorizonDays;
  readonly nowMs: number;
}

interface ListingRowProps extends RowProps {
  readonly isOpen: boolean;
  readonly onToggle: (ticker: string) => void;
}

/** One listing; opened, its ranges as a fan. */
export const Row = memo(function ListingRow({ row, horizonDays, nowMs, isOpen, onToggle }: ListingRowProps) {
  const { ticker, forecast, reason } = row;
  const horizon = forecast && horizonOf(forecast, horizonDays);
  const detailsId = `ranges-${ticker}`;
  return (
    <>
      <tr className={styles.row}>
        <th scope="row">
          <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>{ticker}</Link>
          {forecast !== null && <span className={styles.name}>{forecast.company_name}</span>}
        </th>
        {forecast === null || horizon === null ? (
          <td colSpan={COLUMNS.length - 1} className={styles.absent}>
            {absenceText(reason)}
          </td>
        ) : (
          <ForecastCells
            row={row}
            forecast={forecast}
            horizon={horizon}
            horizonDays={horizonDays}
            nowMs={nowMs}
          />
        )}
        <td className={styles.actions}>
          <StarButton ticker={ticker} name={forecast?.company_name ?? ticker} />
          {forecast !== null && (
            <IconButton
              label={`Ranges of ${ticker}`}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => onToggle(ticker)}
            >
              <ChevronDown className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden />
            </IconButton>
          )}
        </td>
      </tr>
      {isOpen && forecast !== null && (
        <tr id={detailsId} className={styles.details}>
          <td colSpan={COLUMNS.length + 1}>
            <Details ticker={ticker} forecast={forecast} />
          </td>
        </tr>
      )}
    </>
  );
});

interface CellsProps extends RowProps {
  readonly forecast: ReadyForecast;
  readonly horizon: NonNullable<ReturnType<typeof horizonOf>>;
}

function ForecastCells({ row: { record }, forecast, horizon, horizonDays, nowMs }: CellsProps) {
  const format = useFormat();
  const {
    base_close: close,
    base_date: session,
    move_percent: move,
    move_rarity: rarity,
    currency,
  } = forecast;
  const [price, moved, range, width, up, down, signal, held] = COLUMNS.slice(1).map(({ label }) => label);
  return (
    <>
      <td data-label={price}>
        {format.price(close, currency)}
        <span className={styles.below}>{format.isoDate(session, 'weekday')}</span>
        {isStale(forecast, nowMs) && <Badge tone="neutral">not renewed</Badge>}
      </td>
      <td data-label={moved}>
        <Delta value={move} text={format.percent(move, { signed: true })} />
        <span className={styles.below}>{rarity === null ? 'N/A' : rarityShort(format.count, rarity)}</span>
      </td>
      <td data-label={range}>
        {format.price(horizon.low80, currency)} to {format.price(horizon.high80, currency)}
        <span className={styles.below}>±{format.percent(halfWidthPercent(forecast, horizonDays))}</span>
      </td>
      <td data-label={width}>{widthText(format.share, horizon.width_rank)}</td>
      <td data-label={up}>{format.share(horizon.probability_buy)}</td>
      <td data-label={down}>{format.share(horizon.probability_sell)}</td>
      <td data-label={signal}>
        <SignalBadge signal={forecast.signal} />
      </td>
      <td data-label={held}>
        {record === null ? (
          'None settled yet'
        ) : (
          <>
            {format.count(Math.round(record.coverage80.value * record.n))} of {format.count(record.n)}
            <span className={styles.below}>since {format.isoDate(record.from)}</span>
          </>
        )}
      </td>
    </>
  );
}

function rarityShort(
  count: (n: number) => string,
  { sessions, as_large: asLarge }: NonNullable<ReadyForecast['move_rarity']>,
): string {
  return asLarge === 0
    ? `none in ${count(sessions)}`
    : `1 in ${count(Math.round(sessions / asLarge))} sessions`;
}

/** "wider than 83%" of the past year's ranges. */
function widthText(share: (share: number) => string, rank: number | null): string {
  if (rank === null) return 'N/A';
  return rank >= 0.5 ? `wider than ${share(rank)}` : `narrower than ${share(1 - rank)}`;
}

function Details({ ticker, forecast }: { ticker: string; forecast: ReadyForecast }) {
  const format = useFormat();
  const { move_rarity: rarity, source, base_date: session } = forecast;
  return (
    <div className={styles.opened}>
      <ForecastFan forecast={forecast} format={format} />
      <div>
        <p>
          {rarity !== null && moveRarityText(format, { sessions: rarity.sessions, asLarge: rarity.as_large })}
        </p>
        <p className="note">
          80% ranges from the close of {format.isoDate(session)}. {SOURCE_NAME[source]}.
        </p>
        <p>
          <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>Analysis of {ticker}</Link>
          {' · '}
          <Link href={`/compare?${new URLSearchParams({ tickers: ticker })}`}>Compare</Link>
          {' · '}
          <Link href={`/track-record?${new URLSearchParams({ ticker })}`}>Its track record</Link>
        </p>
      </div>
    </div>
  );
}
