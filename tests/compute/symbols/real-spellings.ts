/** What people typed, pasted or exported elsewhere, and the data source's symbol; `null`: no listing has that spelling. */
type Line = readonly [spelling: string, symbol: string | null];

interface Source {
  /** The public thread or file that has the lines, below github.com unless it names another place. */
  readonly source: string;
  readonly lines: readonly Line[];
}

export const REAL_SPELLINGS: readonly Source[] = [
  // The dead key's circumflex, and what was tried for the same index.
  {
    source: 'GeekMagicClock/smalltv-pro#117, finnhubio/Finnhub-API#492',
    lines: [
      ['ˆGSPC', '^GSPC'],
      ['^GSPC', '^GSPC'],
      ['SPX', '^GSPC'],
      ['$SPX', '^GSPC'],
    ],
  },
  {
    source: 'matryer/xbar-plugins#1430, matextrem/streamdeck-tickertap#20, yahoo-finance/yahoo-finance#50',
    lines: [
      ['^DJI', '^DJI'],
      ['NDX', '^NDX'],
      ['DJI', '^DJI'],
      ['^IXIC', '^IXIC'],
      ['.SPX', '^GSPC'],
      ['.DJIA', '^DJI'],
    ],
  },
  {
    source: 'cgoldberg/ystockquote#41',
    lines: [
      ['IXIC', '^IXIC'],
      ['%5EIXIC', null],
    ],
  },
  // Cashtags and lower case.
  {
    source: 'dblock/slack-market#26, pstadler/ticker.sh#16, gloom-sh/gloomberb#415',
    lines: [
      ['$aapl', 'AAPL'],
      ['$AAPL', 'AAPL'],
      ['aapl', 'AAPL'],
      ['nvda', 'NVDA'],
    ],
  },
  // A ticker that only looks like one stays an error.
  {
    source: 'vercel/ai#1044, hamx0r/stocktwits#2',
    lines: [
      ['APPL', null],
      ['AAPL', 'AAPL'],
    ],
  },
  // Share classes.
  {
    source: 'ranaroussi/yfinance#38, #50, #140, #574',
    lines: [
      ['BF.B', 'BF-B'],
      ['BRK.B', 'BRK-B'],
      ['BF-B', 'BF-B'],
      ['BRK-B', 'BRK-B'],
      ['BRK-A', 'BRK-A'],
    ],
  },
  {
    source: 'OpenBB-finance/OpenBB#7536, Iceloof/RealtimeStock#1',
    lines: [
      ['BRK.A', 'BRK-A'],
      ['brk.a', 'BRK-A'],
      ['brk.b', 'BRK-B'],
      ['VOD.L', 'VOD.L'],
    ],
  },
  {
    source: 'QuantConnect/Lean.Brokerages.InteractiveBrokers#85, QuantConnect/Lean#1106',
    lines: [
      ['BRK B', 'BRK-B'],
      ['TAP.A', 'TAP-A'],
      ['OPT BRK B USD AMEX 20231020 362.5 P', null],
    ],
  },
  {
    source: 'HKUDS/Vibe-Trading#1351',
    lines: [
      ['BRK.B.US', 'BRK-B'],
      ['BRK.A.US', 'BRK-A'],
      ['BF.B.US', 'BF-B'],
      ['AAPL.US', 'AAPL'],
      ['M&M.NS', 'M&M.NS'],
      ['BAJAJ-AUTO.NS', 'BAJAJ-AUTO.NS'],
      ['SHEL.L', 'SHEL.L'],
    ],
  },
  {
    source: 'files of iShares’ fund holdings and the aliases of public code that reads them',
    lines: [
      ['BRK/B', 'BRK-B'],
      ['BF/B', 'BF-B'],
      ['BF B', 'BF-B'],
    ],
  },
  {
    source: 'iexg/IEX-API#514, #1203, #1328, #354',
    lines: [
      ['BAC.PRA', 'BAC-PA'],
      ['ala.pr.a', 'ALA-PA'],
      ['TRTN-PC', 'TRTN-PC'],
      ['HLM-P', 'HLM-P'],
      ['NRCG+', null],
      ['SMTA#', null],
      ['PRSP#', null],
    ],
  },
  {
    source: 'iprak/yahoofinance#21, cataseven/Tradingview-Widget-Card#18',
    lines: [
      ['BT-A.L', 'BT-A.L'],
      ['LSE:BT.A', 'BT-A.L'],
      ['LSE:AV', 'AV.L'],
      ['BT.A', null],
    ],
  },
  {
    source: 'ghostfolio/ghostfolio#4470, #2295, #2288',
    lines: [
      ['QQC-F.TO', 'QQC-F.TO'],
      ['BME.MC', 'BME.MC'],
      ['US5949181045', 'US5949181045'],
      ['IUS2.F', 'IUS2.F'],
      ['CHDVD.SW', 'CHDVD.SW'],
      ['Penthouse Apartment', null],
      ['Account Opening Fee', null],
    ],
  },
  {
    source: 'ghostfolio/ghostfolio#4138, wealthfolio/wealthfolio#1552, #957, #175',
    lines: [
      ['US3696043013', 'US3696043013'],
      ['GB00BNG2M159', 'GB00BNG2M159'],
      ['ATT.L', 'ATT.L'],
      ['SWDA.MI', 'SWDA.MI'],
      ['SWDA.L', 'SWDA.L'],
      ['APV', null],
    ],
  },
  {
    source: 'ranaroussi/yfinance#2657, wealthfolio/wealthfolio#915',
    lines: [
      ['IE000OJ5TQP4', 'IE000OJ5TQP4'],
      ['IE000OJ5TQP4.SG', 'IE000OJ5TQP4.SG'],
      ['0P00000MG9.SG', '0P00000MG9.SG'],
    ],
  },
  // Portfolio Performance's columns: ISIN, symbol, WKN.
  {
    source: 'tresorone/tresor-import#2710, #2118, #197',
    lines: [
      ['DE000A0HL8N9', 'DE000A0HL8N9'],
      ['DE000A1EWWW0', 'DE000A1EWWW0'],
      ['US0378331005', 'US0378331005'],
      ['CA0585861085', 'CA0585861085'],
      ['NL0015436031', 'NL0015436031'],
      ['DE000ENAG999', 'DE000ENAG999'],
      ['IE00B4L5Y983', 'IE00B4L5Y983'],
      ['NL0013654783', 'NL0013654783'],
      ['DE0005140008', 'DE0005140008'],
      ['ADS.F', 'ADS.F'],
      ['APC.F', 'APC.F'],
      ['PO0.F', 'PO0.F'],
      ['VAR1.SG', 'VAR1.SG'],
      ['VOW3.SG', 'VOW3.SG'],
      ['A1EWWW', null],
      ['A0RPWH', null],
      ['ENAG99', null],
      ['865985', null],
      ['766400', null],
      ['Alphabet Inc. (A) ', null],
      ['BALLARD PWR SYS', null],
    ],
  },
  {
    source: 'enrichman/portfolio-performance#50, #26, finnhubio/Finnhub-API#236, #238',
    lines: [
      ['XS2689917198', 'XS2689917198'],
      ['XS1778816436', 'XS1778816436'],
      ['LU1598757687', 'LU1598757687'],
      ['NL0011821202', 'NL0011821202'],
      ['JE00B1VS3770', 'JE00B1VS3770'],
      ['BE0003470755', 'BE0003470755'],
      ['MT.AS', 'MT.AS'],
      ['SOLB.BR', 'SOLB.BR'],
      ['XS2982333986.MCW.I10714', null],
    ],
  },
  {
    source: 'tresorone/tresor-import#419, #2100 (DEGIRO)',
    lines: [
      ['FR0000073272', 'FR0000073272'],
      ['KYG875721634', 'KYG875721634'],
      ['US80585Y3080', 'US80585Y3080'],
      ['US98422D1054', 'US98422D1054'],
      ['SAFRAN', null],
      ['TENCENT HLDGS   HD-,00002', null],
      ['EUR 240.00', null],
    ],
  },
  {
    source: 'tresorone/tresor-import#6025, #2741, #2318 (Trading 212)',
    lines: [
      ['DE0005557508', 'DE0005557508'],
      ['DE000BAY0017', 'DE000BAY0017'],
      ['IL0010852080', 'IL0010852080'],
      ['CH0334081137', 'CH0334081137'],
      ['KO', 'KO'],
      ['T', 'T'],
      ['Market buy', null],
      ['EOF1223699184', null],
    ],
  },
  {
    source: 'tresorone/tresor-import#4484, #4669, #2762 (Yahoo Finance)',
    lines: [
      ['LHA.DE', 'LHA.DE'],
      ['MELI', 'MELI'],
      ['AFX.DE', 'AFX.DE'],
      ['ASML.AS', 'ASML.AS'],
      ['PR1W.DE', 'PR1W.DE'],
      ['LYQ2.DE', 'LYQ2.DE'],
      ['SFOR.L', 'SFOR.L'],
      ['5D00.F', '5D00.F'],
      ['EUR=X', 'EUR=X'],
      ['$$CASH', null],
    ],
  },
  // Exchange prefixes.
  {
    source: 'JECSand/yahoofinancials#51, matryer/xbar-plugins#679, joseballester/muFunds#14',
    lines: [
      ['LSE:BOTB', 'BOTB.L'],
      ['LON:WPG', 'WPG.L'],
      ['WPG', 'WPG'],
      ['IST:VOD', null],
    ],
  },
  {
    source: 'alexyak/stocks#2',
    lines: [
      ['NYSE:CVX', 'CVX'],
      ['CVE:CVX', 'CVX.V'],
    ],
  },
  {
    source: 'gloom-sh/gloomberb#955, finance-quote/finance-quote#476',
    lines: [
      ['BA:LSE', 'BA.L'],
      ['TSLA:NASDAQ', 'TSLA'],
      ['NWG', 'NWG'],
      ['NWG:LON', 'NWG.L'],
    ],
  },
  {
    source: 'finance-quote/finance-quote#150, #111, wealthfolio/wealthfolio#623',
    lines: [
      ['UIMM.DEX', 'UIMM.DE'],
      ['UIMM.FRK', 'UIMM.F'],
      ['UIMM.AMS', 'UIMM.AS'],
      ['ERIC-B.STO', 'ERIC-B.ST'],
      ['XETRA: DTE', 'DTE.DE'],
    ],
  },
  {
    source: 'apilayer/marketstack#17, ranaroussi/yfinance#2579',
    lines: [
      ['BOUV.XOSL', 'BOUV.OL'],
      ['SVEG.XOSL', 'SVEG.OL'],
      ['OR.XPAR', 'OR.PA'],
      ['BMW.XETR', 'BMW.DE'],
      ['GOOGL.XNAS', 'GOOGL'],
    ],
  },
  {
    source: 'yongghongg/stock-symbol#2',
    lines: [
      ['BP..L', 'BP.L'],
      ['ELUX_A.ST', 'ELUX-A.ST'],
      ['ELUX-A.ST', 'ELUX-A.ST'],
    ],
  },
  {
    source: 'AnalyzerREST/tradingview-list#21, #27, AnalyzerREST/python-tradingview-ta#28',
    lines: [
      ['OMXSTO:SAAB_B', 'SAAB-B.ST'],
      ['FWB:ADS', 'ADS.F'],
      ['XETR:ADS', 'ADS.DE'],
    ],
  },
  {
    source: 'atilaahmettaner/tradingview-mcp#27, #95',
    lines: [
      ['AMEX:GDX', 'GDX'],
      ['NYSEARCA:GLD', 'GLD'],
      ['AMEX:XLE', 'XLE'],
      ['EURONEXT:RMS', 'RMS.PA'],
      ['EPA:RMS', 'RMS.PA'],
      ['RMS.PA', 'RMS.PA'],
      ['KUCOIN:GDX', null],
    ],
  },
  {
    source: 'Open-Dev-Society/OpenStock#57',
    lines: [
      ['SSE:600519', '600519.SS'],
      ['SZSE:000001', '000001.SZ'],
      ['600519.SS', '600519.SS'],
      ['000001.SZ', '000001.SZ'],
    ],
  },
  {
    source: 'oktrader/tradingview-watchlists, forex/oanda_fx_pairs.txt',
    lines: [
      ['OANDA:AUDJPY', 'AUDJPY=X'],
      ['OANDA:EURCZK', 'EURCZK=X'],
      ['OANDA:ZARJPY', 'ZARJPY=X'],
      ['OANDA:USDCHF', 'USDCHF=X'],
      ['OANDA:SGDCHF', 'SGDCHF=X'],
    ],
  },
  {
    source:
      'TradingView lists in the tests of a public converter (lib/symbols.js) and of two watchlist importers',
    lines: [
      ['NASDAQ:AAPL', 'AAPL'],
      ['NASDAQ:aapl', 'AAPL'],
      ['NYSE:BRK.B', 'BRK-B'],
      ['AMEX:SPY', 'SPY'],
      ['OTC:BAYRY', 'BAYRY'],
      ['TSX:CTC.A', 'CTC-A.TO'],
      ['TSX:SHOP', 'SHOP.TO'],
      ['OMXSTO:ERIC_B', 'ERIC-B.ST'],
      ['OMXCOP:NOVO_B', 'NOVO-B.CO'],
      ['BMFBOVESPA:PETR4', 'PETR4.SA'],
      ['BCBA:GGAL', 'GGAL.BA'],
      ['BCS:SQM-B', 'SQM-B.SN'],
      ['LSE:SHEL', 'SHEL.L'],
      ['XETR:SAP', 'SAP.DE'],
      ['SIX:NESN', 'NESN.SW'],
      ['EURONEXTAMS:ASML', 'ASML.AS'],
      ['BME:SAN', 'SAN.MC'],
      ['TRADEGATE:SAP', 'SAP.DE'],
      ['EURONEXT:MC', 'MC.PA'],
      ['TSE:7203', '7203.T'],
      ['HKEX:1', '0001.HK'],
      ['HKEX:9988', '9988.HK'],
      ['SZSE:300750', '300750.SZ'],
      ['NSE:RELIANCE', 'RELIANCE.NS'],
      ['BSE:RELIANCE', 'RELIANCE.BO'],
      ['ASX:BHP', 'BHP.AX'],
      ['KRX:005930', '005930.KS'],
      ['BINANCE:BTCUSDT', 'BTC-USD'],
      ['BINANCE:ETHUSDC', 'ETH-USD'],
      ['COINBASE:ETHUSD', 'ETH-USD'],
      ['BYBIT:AVAXUSDT.P', 'AVAX-USD'],
      ['HYPERLIQUID:HYPEUSD.P', 'HYPE-USD'],
      ['BINANCE:ETHBTC', 'ETH-BTC'],
      ['BITSTAMP:BTCEUR', 'BTC-EUR'],
      ['BINANCE:PAXGUSDT', 'PAXG-USD'],
      ['OKX:BTC-USDT', 'BTC-USD'],
      ['OANDA:EURUSD', 'EURUSD=X'],
      ['FX:GBPJPY', 'GBPJPY=X'],
      ['FX_IDC:USDARS', 'USDARS=X'],
      ['COMEX:GC1!', 'GC=F'],
      ['NYMEX:CL1!', 'CL=F'],
      ['CBOT:ZS2!', 'ZS=F'],
      ['SP:SPX', '^GSPC'],
      ['NASDAQ:IXIC', '^IXIC'],
      ['DJ:DJI', '^DJI'],
      ['TVC:VIX', '^VIX'],
      ['TVC:NI225', '^N225'],
      ['XETR:DAX', '^GDAXI'],
      ['ASX:XJO', '^AXJO'],
      ['TVC:DXY', 'DX-Y.NYB'],
      ['OANDA:EUR', null],
      ['OANDA:XAUUSD', null],
      ['PSE:SM', null],
      ['BVL:ALICORC1', null],
      ['NASDAQ:', null],
      ['EXCHANGE_RARO:FOO', null],
      ['###Tech', null],
    ],
  },
  {
    source: 'StreamAlpha/tvdatafeed#6, AnalyzerREST/python-tradingview-ta#2, #22',
    lines: [
      ['CME_MINI:ES1!', 'ES=F'],
      ['FXCM:EURGBP', 'EURGBP=X'],
      ['FXCM:CHFJPY', 'CHFJPY=X'],
      ['MOEX:IMOEX', null],
      ['ES1!', null],
    ],
  },
  // Coins.
  {
    source: 'Tucsky/aggr#66',
    lines: [
      ['BINANCE:solusdt', 'SOL-USD'],
      ['COINBASE:SOL-USD', 'SOL-USD'],
      ['COINBASE:SOL-USDT', 'SOL-USD'],
      ['FTX:SOL-PERP', null],
      ['FTX:SOL/USD', 'SOL-USD'],
      ['KRAKEN:SOL/USD', 'SOL-USD'],
      ['OKEX:SOL-USDT-SWAP', 'SOL-USD'],
      ['BINANCE_FUTURES:xrpusd_perp', 'XRP-USD'],
      ['BITSTAMP:xrpusdt', 'XRP-USD'],
      ['BITFINEX:FTTUSD', 'FTT-USD'],
    ],
  },
  {
    source: 'TauricResearch/TradingAgents#982, HKUDS/Vibe-Trading#868, ccxt/ccxt#796',
    lines: [
      ['BTC-USDT', 'BTC-USD'],
      ['ETH-USDT', 'ETH-USD'],
      ['BTCUSDT', 'BTC-USD'],
      ['BTC/USDT', 'BTC-USD'],
      ['BTC/USD', 'BTC-USD'],
      ['BTCUSD', 'BTC-USD'],
      ['XBT/USD', 'BTC-USD'],
      ['IOTA/ETH', null],
    ],
  },
  {
    source: 'TauricResearch/TradingAgents, tests/test_symbol_utils.py',
    lines: [
      ['  msft  ', 'MSFT'],
      ['SPX500', '^GSPC'],
      ['NAS100', '^NDX'],
      ['US30', '^DJI'],
      ['GBPJPY', 'GBPJPY=X'],
      ['eurusd', 'EURUSD=X'],
      ['ETHUSD', 'ETH-USD'],
      ['09992.hk', '9992.HK'],
      ['00001.HK', '0001.HK'],
      ['GC=F', 'GC=F'],
      ['ABCDEF', null],
      ['XAUUSD', null],
      ['XAUUSD+', null],
      ['a/b', null],
      ['', null],
    ],
  },
  // Currencies.
  {
    source: 'super3/peercoin.net#185, iprak/yahoofinance#89, smartcontractkit/external-adapters-js#2899',
    lines: [
      ['EUR/USD', 'EURUSD=X'],
      ['USDEUR=X', 'USDEUR=X'],
      ['OANDA:EUR_USD', 'EURUSD=X'],
      ['OANDA:USD_CAD', 'USDCAD=X'],
      ['EURUSD', 'EURUSD=X'],
      ['CURRENCY:BTC', null],
    ],
  },
  // Hong Kong, China, Korea, Japan.
  {
    source:
      'TauricResearch/TradingAgents#957, longbridge/developers#152, ZhuLinsen/daily_stock_analysis#2091',
    lines: [
      ['09992.HK', '9992.HK'],
      ['00700.HK', '0700.HK'],
      ['700.HK', '0700.HK'],
      ['HK02513', '2513.HK'],
      ['02513', '2513.HK'],
      ['09988.HK', '9988.HK'],
      ['HKEX:700', '0700.HK'],
      ['HKG:0700', '0700.HK'],
    ],
  },
  {
    source: 'hsliuping/TradingAgents-CN#62, yujintang/vscode-stock#4, #5',
    lines: [
      ['01788.HK', '1788.HK'],
      ['601288.ss', '601288.SS'],
      ['sh601288', '601288.SS'],
      ['sz000713', '000713.SZ'],
      ['000713', '000713.SZ'],
      ['[0700.HK]', '0700.HK'],
    ],
  },
  {
    source: 'mirror29/inalpha#120, xang1234/stock-screener#286, waditu/tushare#1552',
    lines: [
      ['600036.SH', '600036.SS'],
      ['sh.600036', '600036.SS'],
      ['000001.SS', '000001.SS'],
      ['603302.SH', '603302.SS'],
      ['600036.XX', null],
    ],
  },
  {
    source: 'waditu/tushare#1474, hyoseok88/valuation-streamlit-screener',
    lines: [
      ['600519', '600519.SS'],
      ['300750', '300750.SZ'],
      ['005930', '005930.KS'],
      ['7203', null],
      ['7203.T', '7203.T'],
    ],
  },
  {
    source: 'cncf/landscapeapp#598',
    lines: [
      ['PST.MI', 'PST.MI'],
      ['6502.T', '6502.T'],
      ['000063.SZ', '000063.SZ'],
      ['TSE:6502', '6502.T'],
      ['TSE:SHOP', 'SHOP.TO'],
      ['TYO:7203', '7203.T'],
    ],
  },
  // Bloomberg.
  {
    source: 'the Bloomberg terminal’s spellings in xbbg’s examples and other public code, iexg/IEX-API#1675',
    lines: [
      ['AAPL US Equity', 'AAPL'],
      ['aapl us', 'AAPL'],
      ['7203 JT Equity', '7203.T'],
      ['7203 JP', '7203.T'],
      ['VOD LN Equity', 'VOD.L'],
      ['RIO AU Equity', 'RIO.AX'],
      ['NESN SE Equity', 'NESN.SW'],
      ['SAP GY Equity', 'SAP.DE'],
      ['MC FP', 'MC.PA'],
      ['700 HK', '0700.HK'],
      ['DANSKE DC', 'DANSKE.CO'],
      ['BRK/B US Equity', 'BRK-B'],
      ['SPX Index', '^GSPC'],
      ['EURUSD Curncy', 'EURUSD=X'],
      ['AAPL US Corp', null],
    ],
  },
  // Names, which only a search finds.
  {
    source: 'StephanAkkerman/fintwit-bot#53, dickwolff/Export-To-Ghostfolio#101',
    lines: [
      ['Coca-Cola', null],
      ['microsoft', null],
      ['jp morgan', null],
      ['coke', null],
      ['microsft', null],
    ],
  },
  // Turkish keyboards, full width of input methods, quotes and dashes of word processors.
  {
    source:
      'unicode.org/charts (U+0130, U+0131, U+FF21, U+2013, U+201C), as keyboards and word processors type them',
    lines: [
      ['nflx', 'NFLX'],
      ['dıs', 'DIS'],
      ['İBM', 'IBM'],
      ['ＡＡＰＬ', 'AAPL'],
      ['７２０３．Ｔ', '7203.T'],
      ['BRK–B', 'BRK-B'],
      ['“AAPL”', 'AAPL'],
      ["'MSFT'", 'MSFT'],
      ['AAPL.', 'AAPL'],
      ['AAPL,', 'AAPL'],
      ['\u200bTSLA', 'TSLA'],
    ],
  },
];
