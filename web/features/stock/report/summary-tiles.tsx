import { changeTone, driftText } from '#compute';
import { memo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Delta } from '../../../shared/ui/badge.tsx';
import { Tile } from '../../../shared/ui/card.tsx';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import styles from './summary-tiles.module.css';

export const SummaryTiles = memo(function SummaryTiles({ data }: { data: Listing }) {
  const format = useFormat();
  const { response, analysis } = data;
  const { currentPrice, dayChange, dayChangePercent } = analysis;
  const forecast = hasForecast(data) ? data.analysis : null;
  const percent = format.percent(forecast?.profitLossPercent ?? Number.NaN, { signed: true });
  const next = forecast?.forecast.points[0];
  const tone = next === undefined ? 'neutral' : changeTone(next, currentPrice);
  return (
    <div className={styles.tiles}>
      <Tile
        label="Current Price"
        value={format.price(currentPrice, response)}
        detail={
          <>
            <Delta value={dayChange} text={format.percent(dayChangePercent, { signed: true })} /> on the day
          </>
        }
      />
      <Tile
        label="Predicted Price"
        value={format.price(forecast?.predictedPrice ?? Number.NaN, response)}
        detail={next && `${format.isoDate(next.date, 'weekday')} · ${driftText(response.instrument)}`}
      />
      <Tile
        label="Expected Change"
        value={format.signedPrice(forecast?.profitLoss ?? Number.NaN, response, currentPrice)}
        {...(tone !== 'neutral' && { tone })}
        detail={
          forecast && (
            <>
              {tone === 'neutral' ? percent : <Delta value={forecast.profitLossPercent} text={percent} />}{' '}
              next trading day
            </>
          )
        }
      />
      <Tile
        label="Volume"
        value={format.volume(response.volume)}
        detail={`Mkt Cap ${format.marketCap(response.market_cap, response.currency)}`}
      />
    </div>
  );
});
