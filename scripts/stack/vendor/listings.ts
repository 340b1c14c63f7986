/** Yahoo's words for a listing: `exchangeName` and `fullExchangeName` of the chart, `exchange` and `exchDisp` of search. */
export interface Listing {
  readonly name: string;
  readonly exchangeCode: string;
  readonly exchangeName: string;
  readonly instrumentType: 'EQUITY' | 'ETF' | 'CRYPTOCURRENCY';
  readonly timeZone: string;
}

const EXCHANGE_NAMES = { NMS: 'NasdaqGS', NYQ: 'NYSE', PCX: 'NYSEArca', CCC: 'CCC' } as const;

type UsExchange = 'NMS' | 'NYQ' | 'PCX';

/** Names as of the recorded years, with the exchange of that time. */
const US_LISTINGS: Readonly<Record<string, readonly [name: string, exchange: UsExchange]>> = {
  AAPL: ['Apple Inc.', 'NMS'],
  AIG: ['American International Group, Inc.', 'NYQ'],
  AMD: ['Advanced Micro Devices, Inc.', 'NMS'],
  AMZN: ['Amazon.com, Inc.', 'NMS'],
  BA: ['The Boeing Company', 'NYQ'],
  BABA: ['Alibaba Group Holding Limited', 'NYQ'],
  BAC: ['Bank of America Corporation', 'NYQ'],
  CAT: ['Caterpillar Inc.', 'NYQ'],
  CRM: ['Salesforce, Inc.', 'NYQ'],
  CSCO: ['Cisco Systems, Inc.', 'NMS'],
  CVX: ['Chevron Corporation', 'NYQ'],
  DELL: ['Dell Inc.', 'NMS'],
  DIS: ['The Walt Disney Company', 'NYQ'],
  EEM: ['iShares MSCI Emerging Markets ETF', 'PCX'],
  F: ['Ford Motor Company', 'NYQ'],
  FB: ['Facebook, Inc.', 'NMS'],
  FCX: ['Freeport-McMoRan Inc.', 'NYQ'],
  GE: ['General Electric Company', 'NYQ'],
  GILD: ['Gilead Sciences, Inc.', 'NMS'],
  HSBC: ['HSBC Holdings plc', 'NYQ'],
  IBM: ['International Business Machines Corporation', 'NYQ'],
  INTC: ['Intel Corporation', 'NMS'],
  IWM: ['iShares Russell 2000 ETF', 'PCX'],
  KO: ['The Coca-Cola Company', 'NYQ'],
  LMT: ['Lockheed Martin Corporation', 'NYQ'],
  MCD: ["McDonald's Corporation", 'NYQ'],
  MU: ['Micron Technology, Inc.', 'NMS'],
  NEE: ['NextEra Energy, Inc.', 'NYQ'],
  NFLX: ['Netflix, Inc.', 'NMS'],
  PCLN: ['The Priceline Group Inc.', 'NMS'],
  PFE: ['Pfizer Inc.', 'NYQ'],
  QQQ: ['Invesco QQQ Trust', 'NMS'],
  SLB: ['Schlumberger Limited', 'NYQ'],
  SPY: ['SPDR S&P 500 ETF Trust', 'PCX'],
  T: ['AT&T Inc.', 'NYQ'],
  UNP: ['Union Pacific Corporation', 'NYQ'],
  USO: ['United States Oil Fund, LP', 'PCX'],
  VZ: ['Verizon Communications Inc.', 'NYQ'],
  WM: ['Waste Management, Inc.', 'NYQ'],
};

const ETFS = new Set(['EEM', 'IWM', 'QQQ', 'SPY', 'USO']);
const COIN_NAMES: Readonly<Record<string, string>> = { BTC: 'Bitcoin USD', ETH: 'Ethereum USD' };

/**
 * The listing of a recorded symbol. One that trades at weekends is a coin on UTC days; any other is a share or fund in
 * New York. An unknown symbol is its own name.
 */
export function listingOf(symbol: string, tradesAtWeekends: boolean): Listing {
  if (tradesAtWeekends) {
    return {
      name: COIN_NAMES[symbol] ?? symbol,
      exchangeCode: 'CCC',
      exchangeName: EXCHANGE_NAMES.CCC,
      instrumentType: 'CRYPTOCURRENCY',
      timeZone: 'UTC',
    };
  }
  const [name, exchangeCode] = US_LISTINGS[symbol] ?? [symbol, 'NYQ' as const];
  return {
    name,
    exchangeCode,
    exchangeName: EXCHANGE_NAMES[exchangeCode],
    instrumentType: ETFS.has(symbol) ? 'ETF' : 'EQUITY',
    timeZone: 'America/New_York',
  };
}
