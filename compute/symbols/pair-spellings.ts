/** Currency pairs, coins, futures and indices in other spellings. */

const CURRENCIES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON TRY ILS ZAR MXN BRL ARS CLP COP PEN CNY CNH HKD TWD KRW SGD INR THB IDR MYR PHP VND SAR AED KWD EGP RUB UAH ISK'.split(
    ' ',
  ),
);

const COINS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'BTC ETH SOL XRP ADA DOGE DOT LTC BNB AVAX LINK TRX MATIC POL SHIB UNI ATOM XLM BCH ETC FIL NEAR APT ARB OP TON SUI HBAR ICP AAVE MKR ALGO VET XMR DASH ZEC EOS XTZ PAXG USDT USDC DAI FTT'.split(
    ' ',
  ),
);

/** TradingView's and Google's prefixes of pairs and of coin exchanges. */
const PAIR_VENUES =
  /^(?:FX|FX_IDC|FXCM|OANDA|FOREXCOM|CURRENCY|CURRENCYCOM|CAPITALCOM|PEPPERSTONE|SAXO|BINANCE(?:US|_FUTURES)?|COINBASE|BITSTAMP|KRAKEN|BITFINEX|BYBIT|OKX|OKEX|KUCOIN|HUOBI|GEMINI|CRYPTO|FTX|BITMEX|BITTREX|POLONIEX|GATEIO|MEXC|BITGET|DERIBIT|HYPERLIQUID)$/;

export function isPairVenue(prefix: string): boolean {
  return PAIR_VENUES.test(prefix);
}

const QUOTES = 'USDT|USDC|BUSD|USD|EUR|GBP|JPY|BTC|ETH|[A-Z]{3}';
const STABLE = /^(?:USDT|USDC|BUSD)$/;
const PAIR = /* @__PURE__ */ new RegExp(`^([A-Z0-9]{2,10}?)([/_ -]?)(${QUOTES})$`);

/**
 * The source's symbol for a pair: `EURUSD=X`, `BTC-USD`; `null` if it is none. Coins priced in a dollar coin are read as priced
 * in dollars. `isOnPairVenue`: a coin exchange's prefix was in front, so any base is a coin.
 */
export function pairSymbol(text: string, isOnPairVenue = false): string | null {
  const [, first = '', separator = '', quote = ''] =
    PAIR.exec(text.replace(/(?:\.P|[-_]?PERP|-SWAP)$/, '')) ?? [];
  if (first === '') return null;
  if (CURRENCIES.has(first)) {
    return CURRENCIES.has(quote) && first !== quote ? `${first}${quote}=X` : null;
  }
  // Precious metals have no spot price at the source.
  if (/^X[AP][UGTD]$/.test(first)) return null;
  const base = first === 'XBT' ? 'BTC' : first;
  const isCoin = COINS.has(base) || isOnPairVenue || (separator === '/' && STABLE.test(quote));
  const isPriced = STABLE.test(quote) || CURRENCIES.has(quote) || COINS.has(quote);
  return isCoin && isPriced ? `${base}-${STABLE.test(quote) ? 'USD' : quote}` : null;
}

const FUTURES_VENUES = /^(?:COMEX|NYMEX|CBOT|CME|CME_MINI|CBOT_MINI|COMEX_MINI|NYMEX_MINI|ICEUS)$/;

/** The source's symbol for a continuous future: `GC=F` for `COMEX:GC1!`. */
export function futureSymbol(prefix: string, code: string): string | null {
  const [, root] = /^([A-Z0-9]{1,3})\d!$/.exec(code) ?? [];
  return root !== undefined && FUTURES_VENUES.test(prefix) ? `${root}=F` : null;
}

/** Each index's symbol at the source and its codes elsewhere; a code of an exchange's share has its prefix. */
const INDICES = `
^GSPC SPX INX US500 SPX500
^DJI DJI DJIA INDU US30
^IXIC IXIC COMP CCMP NASDAQ:IXIC
^NDX NDX NAS100 NASDAQ:NDX
^RUT RUT RTY US2000
^VIX VIX
^TNX TNX US10Y
^GDAXI DAX GDAXI GER40 XETR:DAX
^FTSE UKX FTSE FTSE100 UK100
^FCHI CAC CAC40 PX1 FCHI EURONEXT:PX1
^STOXX50E SX5E STOXX50E EU50
^AEX AEX EURONEXT:AEX
^IBEX IBEX IBC BME:IBC
^SSMI SMI SIX:SMI
^N225 NI225 NKY N225 JP225 NIKKEI225
^HSI HSI HK50 HSI:HSI
^AXJO XJO AS51 ASX200 ASX:XJO
^KS11 KOSPI KS11 KRX:KOSPI
^TWII TAIEX TWII
^BSESN SENSEX BSE:SENSEX
^NSEI NIFTY NIFTY50 NSE:NIFTY
^BVSP IBOV BMFBOVESPA:IBOV
^MXX MEXBOL
FTSEMIB.MI FTSEMIB
DX-Y.NYB DXY`;

const INDEX_OF_CODE: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  INDICES.trim()
    .split('\n')
    .flatMap((row) => {
      const [symbol = '', ...codes] = row.split(' ');
      return codes.map((code) => [code, symbol] as const);
    }),
);

const INDEX_VENUES = /^(?:SP|DJ|TVC|CBOE|FTSE|HSI|INDEX[A-Z]*|I)$/;

/** The source's symbol for an index's code, which may follow an exchange's prefix; `null` if it is none. */
export function indexSymbol(code: string, prefix: string | null = null): string | null {
  const isIndexVenue = prefix === null || INDEX_VENUES.test(prefix);
  return INDEX_OF_CODE.get(isIndexVenue ? code.replace(/^\./, '') : `${prefix}:${code}`) ?? null;
}
