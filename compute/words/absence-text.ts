import type { ForecastAbsence } from '../forecast/forecast-absence.ts';
import type { Format } from '../format/format.ts';
import { lastTradeDate, type LastTrade } from './provenance.ts';

interface Absent {
  readonly response: LastTrade & { readonly ticker: string };
  readonly absence: ForecastAbsence | null;
}

/** Why a listing has no forecast, in one or two sentences with the date of its last trade. */
export function absenceText(format: Format, { response, absence }: Absent): string {
  const lastTrade = format.isoDate(lastTradeDate(response));
  return `${absence === null ? '' : `${reasonText(format, response.ticker, absence)} `}Last trade: ${lastTrade}.`;
}

function reasonText({ share }: Pick<Format, 'share'>, ticker: string, absence: ForecastAbsence): string {
  switch (absence.reason) {
    case 'not_trading':
      return `${ticker} no longer trades.`;
    case 'short_history':
      return `${ticker} has only ${absence.gotBars} finished ${absence.gotBars === 1 ? 'session' : 'sessions'}; a forecast needs at least ${absence.needBars}.`;
    case 'set_price':
      return absence.isStill
        ? 'On most days this price doesn’t change. A range would only describe silence.'
        : 'This price is set, not found: on half of all days it moves by less than 0.04%.';
    case 'not_forecast':
      return absence.coverage80 === null
        ? 'Candor forecasts shares, funds, indices, currencies, coins and futures.'
        : `In its own past the 80% range held ${share(absence.coverage80)}. We don’t show it.`;
  }
}
