import { formatMarketCap, formatVolume } from '../../shared/format/compact.ts';
import { formatIsoDate } from '../../shared/format/dates.ts';
import { changeDecimals, formatPrice, formatSignedPrice } from '../../shared/format/money.ts';
import { formatPercent } from '../../shared/format/percent.ts';
import { Delta } from '../../shared/ui/delta.tsx';
import { Tile } from '../../shared/ui/tile.tsx';
import { hasForecast, type ListingData } from './state.ts';
import styles from './summary-tiles.module.css';

/** The four figures of spec section 2: now, next day, the difference, the trade. */
export function SummaryTiles({ data }: { data: ListingData }) {
  const { response, analysis } = data;
  const { currency } = response;
  const { currentPrice, dayChange, dayChangePercent } = analysis;
  const forecast = hasForecast(data) ? data.analysis : null;
  const next = forecast?.forecast.points[0];
  const decimals = changeDecimals(currentPrice);
  return (
    <div className={styles.tiles}>
      <Tile
        label="Current Price"
        value={formatPrice(currentPrice, currency)}
        detail={
          <>
            <Delta value={dayChange} text={formatPercent(dayChangePercent, { signed: true })} /> on the day
          </>
        }
      />
      <Tile
        label="Predicted Price"
        value={formatPrice(forecast?.predictedPrice ?? Number.NaN, currency)}
        detail={
          next && (
            <span className={styles.pieces}>
              <span>{formatIsoDate(next.date, 'weekday')}</span>
              <span>
                80%: {formatPrice(next.low80, currency)}–{formatPrice(next.high80, currency)}
              </span>
            </span>
          )
        }
      />
      <Tile
        label="Expected Change"
        value={formatSignedPrice(forecast?.profitLoss ?? Number.NaN, currency, decimals)}
        tone={forecast === null ? 'neutral' : forecast.isProfit ? 'gain' : 'loss'}
        detail={
          forecast && (
            <>
              <Delta
                value={forecast.profitLossPercent}
                text={formatPercent(forecast.profitLossPercent, { signed: true })}
              />{' '}
              next day
            </>
          )
        }
      />
      <Tile
        label="Volume"
        value={formatVolume(response.volume)}
        detail={`Mkt Cap ${formatMarketCap(response.market_cap, response.currency)}`}
      />
    </div>
  );
}
