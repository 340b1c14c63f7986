import { parseTicker } from '#compute';
import type { Ticker } from '#compute';
import { exchangeByCode } from '../exchanges.ts';
import type { Instrument, Listing } from '../market-data.ts';

/** One simulated listing: true name and venue, and the figures that its invented prices start from. */
export interface SampleListing extends Listing {
  readonly exchangeCode: string;
  readonly country: string;
  /** Level that the simulated price returns to over years, in the listing's currency. */
  readonly anchorPrice: number;
  /** Long-run volatility, percent a year. */
  readonly volatilityPercent: number;
  /** Sensitivity to the common factor. */
  readonly beta: number;
  /** Shares, units or coins. */
  readonly outstanding: number;
  /** Price over earnings at the anchor price; `null` where there are no earnings. */
  readonly anchorPe: number | null;
}

/** Symbol, name, venue code, anchor price, volatility %, beta, outstanding in millions, anchor P/E (0 = none). */
type Row = readonly [string, string, string, number, number, number, number, number];

const EQUITIES: readonly Row[] = [
  ['AAPL', 'Apple Inc.', 'NMS', 255, 28, 1.15, 14_800, 34],
  ['MSFT', 'Microsoft Corporation', 'NMS', 480, 25, 1.05, 7_430, 35],
  ['NVDA', 'NVIDIA Corporation', 'NMS', 175, 48, 1.7, 24_300, 45],
  ['GOOGL', 'Alphabet Inc.', 'NMS', 270, 30, 1.1, 12_100, 26],
  ['AMZN', 'Amazon.com, Inc.', 'NMS', 225, 32, 1.25, 10_700, 33],
  ['META', 'Meta Platforms, Inc.', 'NMS', 650, 36, 1.25, 2_520, 27],
  ['TSLA', 'Tesla, Inc.', 'NMS', 390, 56, 1.8, 3_330, 190],
  ['AVGO', 'Broadcom Inc.', 'NMS', 330, 42, 1.4, 4_720, 70],
  ['AMD', 'Advanced Micro Devices, Inc.', 'NMS', 200, 52, 1.7, 1_630, 95],
  ['NFLX', 'Netflix, Inc.', 'NMS', 105, 38, 1.15, 4_240, 44],
  ['COIN', 'Coinbase Global, Inc.', 'NMS', 290, 75, 2.1, 270, 30],
  ['COST', 'Costco Wholesale Corporation', 'NMS', 920, 22, 0.8, 444, 51],
  ['PEP', 'PepsiCo, Inc.', 'NMS', 145, 18, 0.5, 1_370, 24],
  ['ADBE', 'Adobe Inc.', 'NMS', 350, 32, 1.15, 420, 22],
  ['CSCO', 'Cisco Systems, Inc.', 'NMS', 72, 24, 0.9, 3_950, 27],
  ['INTC', 'Intel Corporation', 'NMS', 34, 48, 1.3, 4_680, 0],
  ['QCOM', 'QUALCOMM Incorporated', 'NMS', 165, 36, 1.25, 1_080, 16],
  ['TXN', 'Texas Instruments Incorporated', 'NMS', 180, 29, 1.1, 909, 33],
  ['MU', 'Micron Technology, Inc.', 'NMS', 210, 52, 1.6, 1_122, 27],
  ['PYPL', 'PayPal Holdings, Inc.', 'NMS', 66, 36, 1.3, 945, 14],
  ['SBUX', 'Starbucks Corporation', 'NMS', 86, 30, 0.9, 1_137, 36],
  ['ABNB', 'Airbnb, Inc.', 'NMS', 125, 38, 1.3, 615, 30],
  ['PLTR', 'Palantir Technologies Inc.', 'NMS', 165, 62, 1.9, 2_370, 380],
  ['BRK-B', 'Berkshire Hathaway Inc.', 'NYQ', 495, 17, 0.7, 2_157, 16],
  ['JPM', 'JPMorgan Chase & Co.', 'NYQ', 305, 25, 1.05, 2_720, 15],
  ['BAC', 'Bank of America Corporation', 'NYQ', 52, 28, 1.15, 7_300, 14],
  ['WFC', 'Wells Fargo & Company', 'NYQ', 84, 29, 1.15, 3_200, 14],
  ['GS', 'The Goldman Sachs Group, Inc.', 'NYQ', 780, 30, 1.25, 300, 16],
  ['V', 'Visa Inc.', 'NYQ', 340, 21, 0.9, 1_920, 33],
  ['MA', 'Mastercard Incorporated', 'NYQ', 555, 22, 0.9, 900, 36],
  ['JNJ', 'Johnson & Johnson', 'NYQ', 190, 17, 0.45, 2_410, 18],
  ['LLY', 'Eli Lilly and Company', 'NYQ', 860, 34, 0.7, 945, 56],
  ['PFE', 'Pfizer Inc.', 'NYQ', 25, 24, 0.55, 5_690, 14],
  ['MRK', 'Merck & Co., Inc.', 'NYQ', 92, 23, 0.5, 2_500, 13],
  ['ABBV', 'AbbVie Inc.', 'NYQ', 215, 24, 0.5, 1_767, 80],
  ['UNH', 'UnitedHealth Group Incorporated', 'NYQ', 345, 34, 0.6, 906, 17],
  ['WMT', 'Walmart Inc.', 'NYQ', 101, 21, 0.6, 7_970, 38],
  ['HD', 'The Home Depot, Inc.', 'NYQ', 375, 23, 0.95, 995, 25],
  ['MCD', "McDonald's Corporation", 'NYQ', 305, 18, 0.55, 713, 26],
  ['KO', 'The Coca-Cola Company', 'NYQ', 70, 16, 0.45, 4_300, 24],
  ['PG', 'The Procter & Gamble Company', 'NYQ', 150, 17, 0.45, 2_340, 22],
  ['NKE', 'NIKE, Inc.', 'NYQ', 68, 34, 1.05, 1_478, 33],
  ['DIS', 'The Walt Disney Company', 'NYQ', 112, 28, 1.05, 1_798, 17],
  ['XOM', 'Exxon Mobil Corporation', 'NYQ', 114, 25, 0.8, 4_260, 16],
  ['CVX', 'Chevron Corporation', 'NYQ', 153, 25, 0.8, 2_010, 20],
  ['BA', 'The Boeing Company', 'NYQ', 210, 37, 1.2, 757, 0],
  ['CAT', 'Caterpillar Inc.', 'NYQ', 500, 31, 1.15, 468, 26],
  ['GE', 'GE Aerospace', 'NYQ', 295, 31, 1.15, 1_058, 40],
  ['IBM', 'International Business Machines Corporation', 'NYQ', 285, 25, 0.8, 934, 34],
  ['ORCL', 'Oracle Corporation', 'NYQ', 240, 40, 1.25, 2_850, 55],
  ['CRM', 'Salesforce, Inc.', 'NYQ', 250, 34, 1.2, 952, 35],
  ['UBER', 'Uber Technologies, Inc.', 'NYQ', 92, 36, 1.3, 2_080, 16],
  ['F', 'Ford Motor Company', 'NYQ', 12, 36, 1.25, 3_980, 11],
  ['GM', 'General Motors Company', 'NYQ', 62, 35, 1.25, 952, 9],
  ['T', 'AT&T Inc.', 'NYQ', 26, 20, 0.55, 7_150, 14],
  ['VZ', 'Verizon Communications Inc.', 'NYQ', 41, 18, 0.45, 4_220, 9],
  ['TSM', 'Taiwan Semiconductor Manufacturing Company Limited', 'NYQ', 280, 36, 1.3, 5_186, 28],
  ['BABA', 'Alibaba Group Holding Limited', 'NYQ', 160, 44, 1, 2_390, 19],
  ['SHOP', 'Shopify Inc.', 'NMS', 150, 50, 1.6, 1_300, 85],
  ['RY.TO', 'Royal Bank of Canada', 'TOR', 205, 16, 0.7, 1_406, 15],
  ['VOD.L', 'Vodafone Group Public Limited Company', 'LSE', 88, 24, 0.6, 23_900, 0],
  ['SHEL.L', 'Shell plc', 'LSE', 2_750, 24, 0.75, 5_780, 15],
  ['AZN.L', 'AstraZeneca PLC', 'LSE', 12_800, 23, 0.45, 1_550, 29],
  ['HSBA.L', 'HSBC Holdings plc', 'LSE', 1_050, 22, 0.85, 17_200, 13],
  ['SAP.DE', 'SAP SE', 'GER', 225, 27, 1, 1_166, 37],
  ['SIE.DE', 'Siemens Aktiengesellschaft', 'GER', 232, 27, 1.1, 780, 22],
  ['MC.PA', 'LVMH Moët Hennessy - Louis Vuitton, Société Européenne', 'PAR', 590, 29, 1, 497, 27],
  ['ASML.AS', 'ASML Holding N.V.', 'AMS', 850, 36, 1.4, 388, 35],
  ['NESN.SW', 'Nestlé S.A.', 'EBS', 79, 17, 0.45, 2_570, 20],
  ['NOVO-B.CO', 'Novo Nordisk A/S', 'CPH', 330, 38, 0.6, 4_440, 14],
  ['7203.T', 'Toyota Motor Corporation', 'JPX', 3_000, 26, 0.8, 13_030, 10],
  ['6758.T', 'Sony Group Corporation', 'JPX', 4_300, 29, 0.9, 5_990, 22],
  ['0700.HK', 'Tencent Holdings Limited', 'HKG', 600, 32, 0.8, 9_130, 24],
];

const FUNDS: readonly Row[] = [
  ['SPY', 'SPDR S&P 500 ETF Trust', 'PCX', 650, 16, 1, 1_050, 0],
  ['QQQ', 'Invesco QQQ Trust', 'NMS', 590, 21, 1.2, 640, 0],
  ['DIA', 'SPDR Dow Jones Industrial Average ETF Trust', 'PCX', 460, 15, 0.9, 90, 0],
  ['IWM', 'iShares Russell 2000 ETF', 'PCX', 240, 22, 1.2, 290, 0],
  ['VTI', 'Vanguard Total Stock Market Index Fund', 'PCX', 325, 16, 1, 1_700, 0],
  ['GLD', 'SPDR Gold Shares', 'PCX', 360, 15, 0.1, 380, 0],
];

const INDICES: readonly Row[] = [
  ['^GSPC', 'S&P 500', 'SNP', 6_600, 16, 1, 70_000, 0],
  ['^IXIC', 'NASDAQ Composite', 'NIM', 22_400, 20, 1.2, 110_000, 0],
];

const COINS: readonly Row[] = [
  ['BTC-USD', 'Bitcoin USD', 'CCC', 95_000, 48, 1, 19.9, 0],
  ['ETH-USD', 'Ethereum USD', 'CCC', 3_200, 65, 1.25, 120.7, 0],
  ['SOL-USD', 'Solana USD', 'CCC', 150, 80, 1.4, 550, 0],
];

/** Every listing of the sample market, the best known first. */
export const SAMPLE_LISTINGS: readonly SampleListing[] = [
  ...EQUITIES.map((row) => listing(row, 'equity')),
  ...FUNDS.map((row) => listing(row, 'etf')),
  ...INDICES.map((row) => listing(row, 'index')),
  ...COINS.map((row) => listing(row, 'crypto')),
];

const BY_SYMBOL: ReadonlyMap<string, SampleListing> = new Map(
  SAMPLE_LISTINGS.map((entry): [string, SampleListing] => [entry.symbol, entry]),
);

/** The listing of a ticker, also for a class share written with a dot (`BRK.B`); `null` when there is none. */
export function sampleListing(ticker: Ticker): SampleListing | null {
  return BY_SYMBOL.get(ticker) ?? BY_SYMBOL.get(ticker.replace(/\.(?=[A-Z]$)/, '-')) ?? null;
}

function listing(row: Row, instrument: Instrument): SampleListing {
  const [symbol, companyName, exchangeCode, anchorPrice, volatilityPercent, beta, millions, pe] = row;
  const ticker = parseTicker(symbol);
  const exchange = exchangeByCode(exchangeCode);
  if (!ticker.ok || exchange === null) throw new RangeError(`sample listing ${symbol} is malformed`);
  return {
    symbol: ticker.value,
    companyName,
    instrument,
    exchange: exchange.display,
    currency: exchange.currency || 'USD',
    timezone: exchange.timezone,
    calendar: exchange.calendar,
    exchangeCode,
    country: exchange.country,
    anchorPrice,
    volatilityPercent,
    beta,
    outstanding: millions * 1e6,
    anchorPe: pe === 0 ? null : pe,
  };
}
