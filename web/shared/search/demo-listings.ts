/** The listings of the sample market, which the demo shows to everyone; a test compares them with the Worker's. */
const SYMBOLS =
  '0700.HK 6758.T 7203.T AAPL ABBV ABNB ADBE AMD AMZN ASML.AS AVGO AZN.L BA BABA BAC BRK-B BTC-USD CAT COIN COST CRM CSCO CVX DIA DIS ETH-USD EURUSD=X F GBPUSD=X GE GLD GM GOOGL GS HD HSBA.L IBM INTC IWM JNJ JPM KO LLY MA MC.PA MCD META MRK MSFT MU NESN.SW NFLX NKE NOVO-B.CO NVDA ORCL PEP PFE PG PLTR PYPL QCOM QQQ RY.TO SAP.DE SBUX SHEL.L SHOP SIE.DE SOL-USD SPY T TSLA TSM TXN UBER UNH USDJPY=X V VOD.L VTI VZ WFC WMT XLE XLF XLK XLV XOM ^GSPC ^IXIC';

const DEMO_LISTINGS: ReadonlySet<string> = /* @__PURE__ */ new Set(SYMBOLS.split(' '));

export function isDemoListing(ticker: string): boolean {
  return DEMO_LISTINGS.has(ticker);
}
