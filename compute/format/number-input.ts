import { CONVENTIONS, type Region } from './conventions.ts';

const OTHER_SIGN = { '.': ',', ',': '.' } as const;

/** A number for an input field: all digits, no grouping, so that {@link readNumber} reads the same number. */
export function numberInput(region: Region, value: number): string {
  const options = { useGrouping: false, maximumSignificantDigits: 15 };
  return new Intl.NumberFormat(CONVENTIONS[region].numbers, options).format(value);
}

/** "1.234,5" → 1234.5 in Germany; `null` if unreadable. A lone separator that cannot group is the decimal sign: "0.5" there. */
export function readNumber(region: Region, text: string): number | null {
  const { decimal } = CONVENTIONS[region];
  const [, sign = '', unsigned = ''] = /^([+-]?)(.*)$/.exec(text.trim().replace('−', '-')) ?? [];
  const plain =
    plainNumber(region, unsigned) ?? plainNumber(region, unsigned.replace(OTHER_SIGN[decimal], decimal));
  return plain === null ? null : Number(`${sign === '-' ? '-' : ''}${plain}`);
}

/** A region's number without sign, in JavaScript's notation; `null` for other characters or misplaced groups. */
function plainNumber(region: Region, text: string): string | null {
  const { numbers, decimal } = CONVENTIONS[region];
  const [whole = '', fraction = '', ...rest] = text.split(decimal);
  const plainWhole = whole.replaceAll(/\D/g, '');
  const isGrouped =
    plainWhole === whole ||
    // Foreign brokers write 100,000 for one lakh.
    (region === 'in' ? [numbers, 'en-US'] : [numbers]).some((style) => {
      const grouped = new Intl.NumberFormat(style).format(Number(plainWhole));
      return sameSigns(whole) === sameSigns(grouped);
    });
  if (rest.length > 0 || !/^\d*$/.test(fraction) || !isGrouped) return null;
  const plain = `${plainWhole}.${fraction}`;
  return plain === '.' ? null : plain;
}

/** Unifies spaces and apostrophes: keyboards have one of each, formats several. */
function sameSigns(text: string): string {
  return text.replaceAll(/\s/g, ' ').replaceAll("'", '’');
}
