import { describe, expect, test } from 'vitest';
import { planOf, readPositions } from '#web/features/holdings/read-positions.ts';
import { readSource } from '#web/shared/import/read-list.ts';

/** Listing, quantity, cost per share and currency of the rows that are positions. */
const positions = (list: string, region: 'us' | 'de' = 'us') =>
  readPositions(list, region)
    .rows.filter(({ known }) => !known?.reason)
    .map(({ text, isin, quantity, cost, currency }) => [text, isin, quantity, cost, currency]);

const reasons = (list: string) => readPositions(list, 'us').rows.map(({ known }) => known?.reason ?? '');

/** Rows whose texts are their tickers. */
const resolved = (list: string) =>
  readPositions(list, 'us').rows.map((row) =>
    Object.assign(row, { ticker: row.text, name: '', venues: [], reason: '' }),
  );

/** Header lines and number formats as documented; values are made up. */
const FILES: readonly (readonly [string, string, readonly (readonly unknown[])[]])[] = [
  [
    // https://help.portfolio-performance.info/en/reference/file/export/ (all transactions, German program)
    'Portfolio Performance',
    [
      'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz',
      '2024-01-10T00:00;Einlage;5.000,00;EUR;;;;;;;;;;;',
      '2024-01-15T00:00;Kauf;-1.234,56;EUR;;;;1,00;;10,5;DE0007164600;716460;SAP.DE;SAP SE;',
      '2024-05-20T00:00;Dividende;16,20;EUR;;;;;5,80;10;DE0007164600;716460;SAP.DE;SAP SE;',
      '2024-06-03T00:00;Verkauf;500,00;EUR;;;;1,00;;4;DE0007164600;716460;SAP.DE;SAP SE;',
    ].join('\r\n'),
    [
      ['SAP.DE', 'DE0007164600', 10.5, null, 'EUR'],
      ['SAP.DE', 'DE0007164600', -4, null, 'EUR'],
    ],
  ],
  [
    // https://github.com/ghostfolio/ghostfolio/blob/main/test/import/ok/sample.csv
    'Ghostfolio',
    'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n16-09-2021,MSFT,YAHOO,USD,298.580,5,buy,19.00,My first order\n17/11/2021,MSFT,YAHOO,USD,0.62,5,dividend,0.00,\n01.01.2022,Penthouse Apartment,MANUAL,USD,500000.0,1,item,0.00,\n20-09-2022,MSFT,YAHOO,USD,310.1,2,sell,0.00,',
    [
      ['MSFT', null, 5, 298.58, 'USD'],
      ['MSFT', null, -2, 310.1, 'USD'],
    ],
  ],
  [
    // https://github.com/jose-pleonasm/Halir/tree/main/docs/degiro (Portfolio.csv; number format of the reader's country)
    'DEGIRO',
    'Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH & CASH FUND & FTX CASH (EUR),,,,EUR,"1079,92","1079,92"\nADR ON NICE LTD,US6536561086,13,"91,15",USD,"1184,95","1019,29"',
    [
      ['CASH:EUR', null, 1079.92, null, ''],
      ['US6536561086', 'US6536561086', 13, null, ''],
    ],
  ],
  [
    // https://github.com/pytr-org/pytr (`pytr portfolio`)
    'Trade Republic',
    'Name;ISIN;quantity;price;avgCost;netValue\nApple;US0378331005;2;210.25;150.5;420.5\nTesla;US88160R1014;0.008129;260;200;2.11',
    [
      ['US0378331005', 'US0378331005', 2, 150.5, ''],
      ['US88160R1014', 'US88160R1014', 0.008129, 200, ''],
    ],
  ],
  [
    // https://www.ibkrguides.com/reportingreference/reportguide/openpositionsfq.htm (activity statement)
    'Interactive Brokers',
    [
      '\uFEFFStatement,Header,Field Name,Field Value',
      'Statement,Data,Period,"July 25, 2026"',
      'Net Stock Position Summary,Header,Asset Category,Currency,Symbol,Description,Shares at IB,Net Shares',
      'Net Stock Position Summary,Data,Stocks,USD,AMZN,AMAZON.COM INC,1100,1100',
      'Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code',
      'Open Positions,Data,Summary,Stocks,USD,AMZN,"1,100",1,150.25,165275,200,220000,54725,',
      'Open Positions,Data,Lot,Stocks,USD,AMZN,100,1,150.25,15025,200,20000,4975,ST',
      'Open Positions,Total,,Stocks,USD,,,,,165275,,220000,54725,',
      'Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code',
      'Open Positions,Data,Summary,Stocks,EUR,SAP,5.5,1,100,550,110,605,55,',
    ].join('\n'),
    [
      ['AMZN', null, 1100, 150.25, 'USD'],
      ['SAP', null, 5.5, 100, 'EUR'],
    ],
  ],
  [
    // https://help.yahoo.com/kb/SLN28257.html (portfolio export; the last column since 2025)
    'Yahoo Finance',
    'Symbol,Current Price,Date,Time,Change,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,Commission,High Limit,Low Limit,Comment,Transaction Type\n$$CASH_TX,,,,,,,,,20251127,,200.0,,,,,DEPOSIT\nRKLB,63.1,2026/09/02,16:00 EDT,0.56,62.29,63.52,61.45,1,20250303,20.33,25.0,3.03,,,,BUY\nRKLB,63.1,2026/09/02,16:00 EDT,0.56,62.29,63.52,61.45,1,20250304,30.33,5.0,3.03,,,,SELL',
    [
      ['RKLB', null, 25, 20.33, ''],
      ['RKLB', null, -5, 30.33, ''],
    ],
  ],
  [
    // https://www.fidelity.com/customer-service/faqs-accounts-trade-positions (its columns), header line of
    // https://github.com/open-portfolio/FINporterFido (Portfolio_Positions_Mmm-dd-yyyy.csv)
    'Fidelity',
    [
      "Account Number,Account Name,Symbol,Description,Quantity,Last Price,Last Price Change,Current Value,Today's Gain/Loss Dollar,Today's Gain/Loss Percent,Total Gain/Loss Dollar,Total Gain/Loss Percent,Percent Of Account,Cost Basis Total,Average Cost Basis,Type",
      'Z12345678,Individual,SPAXX**,HELD IN MONEY MARKET,,,,"$1,234.56",,,,,1.20%,,,Cash,',
      'Z12345678,Individual,VTI,VANGUARD TOTAL STOCK MARKET ETF,420.125,$305.12,+$1.02,"$128,150.40",+$428.40,+0.33%,"+$33,150.40",+34.89%,98.80%,"$95,000.00",$226.19,Cash,',
      '"The data and information in this spreadsheet is provided to you solely for your use."',
      '"Date downloaded 07/08/2026"',
    ].join('\n'),
    [
      ['CASH:USD', null, 1234.56, null, ''],
      ['VTI', null, 420.125, 226.19, ''],
    ],
  ],
  [
    // https://help.streetsmart.schwab.com/edge/1.10/Content/Positions.htm (its columns and export), header line of
    // https://github.com/vroonhof/opensteuerauszug/blob/main/src/opensteuerauszug/importers/schwab/formats.md
    'Schwab',
    [
      '"Positions for account Individual ...123 as of 12:33 PM ET, 2026/05/04","","","","","",""',
      '"","","","","","",""',
      '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Security Type"',
      '"SCHB","SCHWAB US BROAD MARKET ETF","1,200","$25.00","$30,000.00","$24,000.00","ETFs & Closed End Funds"',
      '"Cash & Cash Investments","--","--","--","$512.34","--","Cash and Money Market"',
      '"Account Total","","--","--","$30,512.34","$24,000.00","--"',
    ].join('\n'),
    [
      ['SCHB', null, 1200, 20, ''],
      ['CASH:USD', null, 512.34, null, ''],
    ],
  ],
];

test.each(FILES)('reads the positions of %s', (_, file, expected) => {
  expect(positions(file)).toEqual(expected);
});

test('nets purchases and sales, and averages the cost of what was bought', () => {
  const list =
    'Date,Symbol,Action,Quantity,Price\n1,A,buy,1,10\n2,A,buy,3,20\n3,A,sell,2,30\n1,B,buy,0.3,1\n2,B,sell,0.1,1\n2,B,sell,0.2,1\n1,C,sell,1,1';
  const { change, notes } = planOf(resolved(list), [], '2026-11-27');
  const value = { name: '', quantity: 2, cost: 17.5, entered: '2026-11-27' };
  expect(change()).toEqual([{ kind: 'holding', key: 'A', value }]);
  const [sold, short] = ['Sold in full.', 'More was sold than bought.'];
  expect(notes).toEqual(['', '', '', sold, sold, sold, short]);
});

test('reads typed lines in any order, with costs, weights, names and cash', () => {
  const list =
    'AAPL 10\nmsft,5,310.5\n3 NVDA\nDeutsche Telekom 20 @ 24.10\n9988 100\nCASH:EUR 1,500.50, VTI 40%; BTC-USD 1.5E-4\nBRK.B\t7\t$400';
  expect(positions(list).map(([text, , quantity, cost]) => [text, quantity, cost])).toEqual([
    ['AAPL', 10, null],
    ['msft', 5, 310.5],
    ['NVDA', 3, null],
    ['Deutsche Telekom', 20, 24.1],
    ['9988', 100, null],
    ['CASH:EUR', 1500.5, null],
    ['VTI', 40, null],
    ['BTC-USD', 0.00015, null],
    ['BRK.B', 7, 400],
  ]);
  expect(readPositions('VTI 40%\nQQQ 2', 'us').rows.map(({ weighted }) => weighted)).toEqual([true, false]);
});

test('reads numbers in the reader’s own format, or in the one that the file shows', () => {
  const quantities = (list: string, region: 'us' | 'de') =>
    positions(list, region).map(([, , quantity]) => quantity);
  expect(quantities('AAPL 1,234', 'us')).toEqual([1234]);
  expect(quantities('AAPL 1,234', 'de')).toEqual([1.234]);
  expect(quantities('AAPL 1.234\nMSFT 2,5', 'us')).toEqual([1234, 2.5]);
  expect(quantities('AAPL 1,234\nMSFT 2.55', 'de')).toEqual([1234, 2.55]);
});

test('names each wrong row with its reason and loses none', () => {
  expect(
    reasons('Symbol,Quantity\nA,-1\nB,0\nC,1000000000000\nD,1e12\nE,=1+1\nF,ten\nG,\nH,1\n=cmd(),1'),
  ).toEqual([
    'A negative quantity: short positions have no forecast here.',
    'The quantity is 0.',
    'More than 1 billion.',
    'More than 1 billion.',
    '“=1+1” isn’t a number.',
    '“ten” isn’t a number.',
    'No quantity.',
    '',
    '',
  ]);
  expect(reasons('A =1+1')).toEqual(['“=1+1” isn’t a number.']);
  // Spaces may group thousands.
  const huge = planOf(resolved('A 1000000000 1e300'), [], '2026-11-27');
  expect(huge.change()).toMatchObject([{ key: 'A', value: expect.not.objectContaining({ cost: Infinity }) }]);
  expect(reasons('A 1 234,5 150,25')).toEqual(['“1 234,5 150,25” isn’t a number.']);
  const list = 'Symbol,Quantity,Currency\nA,1,USD\nA,2,EUR\nB,1,USD\nC,1,USD\nC,5%,USD';
  const { count, notes } = planOf(resolved(list), [], '2026-11-27');
  expect(count).toBe(1);
  const currencies = 'Two currencies (USD, EUR) for one ticker. Choose one listing for each.';
  const weight = 'Both a weight and a quantity.';
  expect(notes).toEqual([currencies, currencies, '', weight, weight]);
});

test('a 51st position is not added, a change of one of 50 is', () => {
  const facts = { name: '', quantity: 1, entered: '' };
  const held = Array.from({ length: 49 }, (_, i) => Object.assign({ ticker: `T${i}` }, facts));
  const { count, notes, unread, warning } = planOf(
    resolved('T0 2\nOLD 0\nNEW 1\nNEWER 1'),
    held,
    '2026-11-27',
  );
  expect([count, warning, unread.map(({ text }) => text)]).toEqual([2, 'Replaces: T0.', ['OLD', 'NEWER']]);
  expect(notes).toEqual(['', 'Sold in full.', '', 'No room: 50 positions at most.']);
});

test('asks for the column of quantities only if no head names it', () => {
  const list = 'Name,ISIN,Held\nApple,US0378331005,7';
  const { rows, heads } = readPositions(list, 'us');
  expect([rows[0]?.known?.reason, heads]).toEqual(['No quantity.', ['Name', 'ISIN', 'Held']]);
  const again = readPositions(list, 'us', 'Held');
  expect([again.rows[0]?.quantity, again.heads]).toEqual([7, []]);
});

describe('a hostile file', () => {
  const read = (bytes: BlobPart) => readSource(new Blob([bytes]), (list) => readPositions(list, 'us'));

  test.each([
    ['a large one', 'A 1\n'.repeat(300_000), /over 1 MB/],
    ['501 rows', Array.from({ length: 501 }, (_, i) => `T${i} 1`).join('\n'), /more than 500 rows/],
    ['an empty one', ' \n', /nothing to import/],
  ])('is refused with a sentence: %s', async (_, bytes, sentence) => {
    expect(await read(bytes as BlobPart)).toEqual({ ok: false, error: expect.stringMatching(sentence) });
  });

  test.each([
    '"'.repeat(500_000),
    `symbol,quantity\n${'"a'.repeat(200_000)}`,
    ','.repeat(500_000),
    '1'.repeat(500_000),
    `A ${'1,'.repeat(400_000)}`,
  ])('is read in time (%#)', (list) => {
    expect(readPositions(list, 'us').rows.length).toBeLessThan(502);
  });
});
