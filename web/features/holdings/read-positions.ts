/** A user's positions, and how brokers' files and pasted lines are read as such. No React, no network. */
import { CONVENTIONS, readNumber, sum, type Region } from '#compute';
import { MAX_HOLDINGS, type ItemValue } from '#worker/contract';
import { nameOf, readTable, rowOf, type ReadRows, type TableRow } from '../../shared/import/read-list.ts';
import type { ReadRow } from '../../shared/import/resolve-rows.ts';
import type { Edit } from '../../shared/user/items.ts';
import { valueAtoms } from '../../shared/user/user-items.ts';
import { atom } from '../../store.ts';

/** Quantity in shares or units, of cash the amount, in percent if weighted; cost per share, in the listing's currency. */
export type Position = ItemValue<'holding'> & { readonly ticker: string };

const MAX_QUANTITY = 1e9;
/** No share costs as much in any currency; sums of such costs would be infinite, and the account would refuse the position. */
const MAX_COST = 1e12;

/** The currency of a line of cash, such as `CASH:USD`; `null` for a listing. */
export function cashCurrency(ticker: string): string | null {
  return /^CASH:([A-Z]{3})$/.exec(ticker)?.[1] ?? null;
}

/** In the order of entry. An item's key is its ticker, so that two devices' holdings merge by position. */
export const holdingsAtom = atom((get): readonly Position[] =>
  Array.from(get(valueAtoms.holding), ([ticker, value]) => ({ ticker, ...value })).slice(0, MAX_HOLDINGS),
);

type PositionRow = ReturnType<typeof positionOf>;

/**
 * Positions of a table, or of lines such as `AAPL 10`, `AAPL 10 150.25` or `AAPL 40%`. In a table with dates, rows are purchases and
 * sales, and the price is the cost. `quantityHead`: the column that the reader chose.
 */
export function readPositions(list: string, region: Region, quantityHead?: string): ReadRows<PositionRow> {
  const table = readTable(list, quantityHead);
  const rows = table?.rows ?? linesOf(list);
  const read = numberReader(rows, region);
  const isHistory = rows.some(({ date }) => date !== '');
  const hasQuantities = rows.some(({ quantity, weight }) => quantity !== '' || weight !== '');
  return {
    rows: rows.map((row) => positionOf(row, read, isHistory)),
    heads: hasQuantities ? [] : (table?.heads ?? []),
  };
}

/** A line's first number is the quantity, its second the cost. The rest names the listing; without a rest, its first number does (`9988 100`). */
function linesOf(list: string): readonly TableRow[] {
  const lines = list.split(/[\r\n;]+|,\s+(?=\p{L})/u).flatMap((line) => line.trim() || []);
  return lines.map((line) => {
    const words = line.split(/\s/.test(line) ? /,?[\s@]+/ : ',');
    const isNumber = words.map((word) => NUMERIC.test(word));
    if (!isNumber.includes(false)) isNumber[0] = false;
    const numbers = words.filter((_, at) => isNumber[at]);
    // Three may be one with spaces between its thousands, and a cost.
    const [quantity, cost] = numbers.length > 2 ? [numbers.join(' ')] : numbers;
    const symbol = words.filter((_, at) => !isNumber[at]).join(' ');
    return rowOf((column) => ({ symbol, quantity, cost })[column as 'symbol']);
  });
}

/** A number, also with a currency or percent sign, or a formula, which is refused as a number. */
const NUMERIC = /^(?:=.*|[+−-]?\p{Sc}?[\d.,'’]*\d[\d.,'’]*(?:e[+-]?\d+)?%?\p{Sc}?)$/iu;

/** Reads numbers with the decimal sign that the cells show together; with the reader's own if they show none or both. */
function numberReader(rows: readonly TableRow[], region: Region) {
  const cells = rows.flatMap(({ quantity, weight, cost, totalCost, price, value }) =>
    [quantity, weight, cost, totalCost, price, value].map(bareNumber),
  );
  const hasComma = cells.some((cell) => /,\d{1,2}$|,\d{4,}$|\.\d{3},/.test(cell));
  const hasPoint = cells.some((cell) => /\.\d{1,2}$|\.\d{4,}$|,\d{3}\./.test(cell));
  const isOther = hasComma !== hasPoint && (CONVENTIONS[region].decimal === ',') !== hasComma;
  const own = isOther ? (hasComma ? 'de' : 'us') : region;
  return (text: string) => {
    const bare = bareNumber(text);
    // Coins are exported as 1.5E-4.
    return /^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i.test(bare) ? Number(bare) : readNumber(own, bare);
  };
}

/** A number without currency and percent sign. */
function bareNumber(text: string): string {
  return text.replace(/\p{Sc}|%|^[A-Z]{3}(?=\s)|(?<=\s)[A-Z]{3}$/gu, '').trim();
}

const SALE = /sell|sale|verkauf|outbound|auslieferung|ausgang/i;
const NO_TRADE =
  /divid|interest|zins|fee|gebühr|tax|steuer|deposit|einlage|withdraw|entnahme|item|liability|split/i;

/**
 * `quantity`: shares, an amount of cash, or percent if weighted; below 0 for a sale. `cost`: per share; `null` if unknown. `currency`:
 * ISO 4217; empty if unknown.
 */
function positionOf(row: TableRow, read: ReturnType<typeof numberReader>, isHistory: boolean) {
  const cash = cashOf(row);
  const written = cash !== null && !/\d/.test(row.quantity) ? row.value : row.quantity || row.weight;
  const size = read(written);
  const reason = refusal(row, written, size, isHistory);
  const quantity = isHistory && SALE.test(row.side) ? -Math.abs(size ?? 0) : (size ?? 0);
  const cost =
    read(row.cost || (isHistory ? row.price : '')) ?? (read(row.totalCost) ?? 0) / Math.abs(quantity);
  return {
    ...nameOf(row),
    ...(cash !== null && { text: cash }),
    ...((cash !== null || reason !== '') && { known: { ticker: reason === '' ? cash : null, reason } }),
    group: null,
    quantity,
    weighted: written.endsWith('%') || (row.quantity === '' && row.weight !== ''),
    cost: cash === null && cost > 0 && cost < MAX_COST ? cost : null,
    currency: /^[A-Z]{3}$/.exec(row.currency)?.[0] ?? '',
  };
}

/** `CASH:USD` for a line of cash; its currency may stand in its text, in a column or beside its amount. */
function cashOf({ symbol, name, quantity, currency, value }: TableRow): string | null {
  const text = `${symbol} ${name}`.trim();
  if (cashCurrency(symbol.toUpperCase()) !== null) return symbol.toUpperCase();
  if (!/^(?:\$*cash\b|bargeld|guthaben)|money market/i.test(text)) return null;
  // A money market fund with a number of shares is a listing.
  if (/\d/.test(quantity) && !/^cash$/i.test(text)) return null;
  const code = /\(([A-Z]{3})\)/.exec(text)?.[1] ?? (currency || /[A-Z]{3}/.exec(value)?.[0]);
  return `CASH:${code ?? { '€': 'EUR', '£': 'GBP' }[/[€£]/.exec(value)?.[0] ?? ''] ?? 'USD'}`;
}

function refusal(row: TableRow, written: string, size: number | null, isHistory: boolean): string {
  if (isHistory && NO_TRADE.test(row.side)) return 'Neither a purchase nor a sale.';
  if (/^[-–—]*$/.test(written)) return 'No quantity.';
  if (size === null) return `“${written.slice(0, 20)}” isn’t a number.`;
  if (size === 0) return 'The quantity is 0.';
  if (size < 0 && !isHistory) return 'A negative quantity: short positions have no forecast here.';
  return Math.abs(size) > MAX_QUANTITY ? TOO_MANY : '';
}

const TOO_MANY = 'More than 1 billion.';

/** Sums of fractions that were sold in full may differ from 0 by this much. */
const MIN_QUANTITY = 1e-9;

/** The positions that rows add up to, one per ticker; new ones need room. Only shares bought count towards the cost. */
export function planOf(rows: readonly ReadRow<PositionRow>[], held: readonly Position[], entered: string) {
  const tickers = new Set(held.map(({ ticker }) => ticker));
  let room = MAX_HOLDINGS - held.length;
  const refused = new Map<string | null, string>();
  const edits: Extract<Edit, { kind: 'holding' }>[] = [];
  for (const [ticker, own] of Map.groupBy(rows, (row) => row.ticker)) {
    if (ticker === null) continue;
    const quantity = sum(own.map((row) => row.quantity));
    const reason = sumRefusal(own, quantity) || (tickers.has(ticker) || room-- > 0 ? '' : NO_ROOM);
    refused.set(ticker, reason);
    if (reason !== '') continue;
    const bought = own.filter((row) => row.quantity > 0);
    const paid = sum(bought.map((row) => row.quantity * (row.cost ?? Number.NaN)));
    const cost = paid / sum(bought.map((row) => row.quantity));
    const value = {
      name: own.find((row) => row.name !== '')?.name ?? '',
      quantity: Number(quantity.toPrecision(12)),
      ...(own[0]?.weighted === true && { weighted: true as const }),
      ...(cost > 0 && { cost: Number(cost.toPrecision(12)) }),
      entered,
    };
    edits.push({ kind: 'holding', key: ticker, value });
  }
  const notes = rows.map(({ ticker, reason }) => reason || (refused.get(ticker) ?? ''));
  const replaced = edits.flatMap(({ key }) => (tickers.has(key) ? key : []));
  return {
    change: () => edits,
    count: edits.length,
    notes,
    unread: rows.filter((_, at) => notes[at] !== ''),
    warning: replaced.length > 0 ? `Replaces: ${replaced.join(', ')}.` : '',
  };
}

const NO_ROOM = `No room: ${MAX_HOLDINGS} positions at most.`;

/** Why rows of one ticker make no position; empty if they make one. */
function sumRefusal(rows: readonly PositionRow[], quantity: number): string {
  const currencies = [...new Set(rows.flatMap(({ currency }) => currency || []))];
  if (currencies.length > 1)
    return `Two currencies (${currencies.join(', ')}) for one ticker. Choose one listing for each.`;
  if (new Set(rows.map(({ weighted }) => weighted)).size > 1) return 'Both a weight and a quantity.';
  if (quantity < MIN_QUANTITY)
    return quantity > -MIN_QUANTITY ? 'Sold in full.' : 'More was sold than bought.';
  return quantity > MAX_QUANTITY ? TOO_MANY : '';
}
