/** Words at the end of a company's name that headlines leave out. */
const LEGAL_FORMS =
  /(?:[,.]?\s+(?:inc|incorporated|corp|corporation|company|co|ltd|limited|plc|ag|se|s\.?a|n\.?v|a\/s|asa|ab|oyj|holdings?|group|platforms|technologies|the)\.?)+$/i;

/** A company's name as in headlines: "Rocket Lab USA" for "Rocket Lab USA, Inc.". */
export function shortName(name: string): string {
  return name
    .replace(/^The /, '')
    .replace(LEGAL_FORMS, '')
    .replace(/\.com$/i, '');
}

/** Escapes a text for a regular expression. */
export function patternOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Finds a name, its beginnings ("Rocket Lab", "Rocket") and the ticker, as written or in capitals: "best" is not Best Buy. */
export function companyPattern(name: string | null, ticker: string): RegExp {
  const words = shortName(name ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const beginnings = words.map((_, index) => words.slice(0, words.length - index).join(' '));
  const names = [name ?? '', ...beginnings, ticker].filter((text) => text.length > 1);
  const spellings = names.flatMap((text) => [patternOf(text), patternOf(text.toUpperCase())]);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${spellings.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}
