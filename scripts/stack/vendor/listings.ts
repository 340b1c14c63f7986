import { readFileSync } from 'node:fs';
import { fromRoot } from '../repository.ts';

/** Yahoo's names for a listing: `exchangeName` and `fullExchangeName` in charts, `exchange` and `exchDisp` in searches. */
export interface Listing {
  readonly name: string;
  readonly exchangeCode: string;
  readonly exchangeName: string;
  readonly instrumentType: 'EQUITY' | 'ETF' | 'CRYPTOCURRENCY';
  readonly timeZone: string;
}

interface BundledListing {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string;
}

/** The list that the Worker searches if no source responds. */
const BUNDLED = JSON.parse(
  readFileSync(fromRoot('web/public/listings.json'), 'utf8'),
) as readonly BundledListing[];

const NEW_YORK: Readonly<Record<string, Pick<Listing, 'exchangeCode' | 'exchangeName'>>> = {
  NASDAQ: { exchangeCode: 'NMS', exchangeName: 'NasdaqGS' },
  NYSE: { exchangeCode: 'NYQ', exchangeName: 'NYSE' },
  'NYSE Arca': { exchangeCode: 'PCX', exchangeName: 'NYSEArca' },
};

/**
 * The listing of a recorded symbol. If it trades at weekends, it is a coin on UTC days; otherwise a share or fund in New York.
 * Symbols missing from the bundled list are their own name.
 */
export function listingOf(symbol: string, tradesAtWeekends: boolean): Listing {
  if (tradesAtWeekends) {
    const name = BUNDLED.find((listing) => listing.symbol === `${symbol}-USD`)?.name ?? symbol;
    const instrumentType = 'CRYPTOCURRENCY';
    return { name, exchangeCode: 'CCC', exchangeName: 'CCC', instrumentType, timeZone: 'UTC' };
  }
  const { name, exchange } = BUNDLED.find((listing) => listing.symbol === symbol) ?? {
    name: symbol,
    exchange: 'NYSE',
  };
  return {
    name,
    ...(NEW_YORK[exchange] ?? NEW_YORK['NYSE']!),
    instrumentType: exchange === 'NYSE Arca' ? 'ETF' : 'EQUITY',
    timeZone: 'America/New_York',
  };
}
