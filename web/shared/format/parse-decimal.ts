import { conventions, formatCount } from './conventions.ts';

/**
 * A typed number by the signs of the region in force: "1,234.5" → 1234.5 in the United States, "1.234,5" → 1234.5 in
 * Germany. `null` for anything else, so that no sign of one region is ever taken for that of another: "182,5" in the
 * United States, where a comma stands before three digits.
 */
export function parseDecimal(text: string): number | null {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/.exec(text.trim().replace('−', '-')) ?? [];
  const [whole = '', fraction = '', ...rest] = digits.split(conventions().decimal);
  if (rest.length > 0 || !/^\d*$/.test(fraction) || !isWhole(whole)) return null;
  const plain = `${whole.replaceAll(/\D/g, '')}.${fraction}`;
  return plain === '.' ? null : Number(`${sign === '-' ? '-' : ''}${plain}`);
}

/** Digits alone, or grouped as the region in force does. */
function isWhole(text: string): boolean {
  if (/^\d*$/.test(text)) return true;
  return sameSigns(text) === sameSigns(formatCount(Number(text.replaceAll(/\D/g, ''))));
}

/** Keyboards have one space and one apostrophe, formats have several. */
function sameSigns(text: string): string {
  return text.replaceAll(/\s/g, ' ').replaceAll("'", '’');
}
