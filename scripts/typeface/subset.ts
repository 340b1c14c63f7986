/**
 * `npm run typeface`: cuts Inter down to the characters that the page uses and writes it, with its licence, to
 * `web/shared/styles`. Run it after updating Inter, or if the page needs another character. A test limits the size.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { fromRoot } from '../stack/repository.ts';

/** Latin for company names: Basic Latin, Latin-1 and Latin Extended-A. The system's font covers the rest. */
const LATIN = characters(0x20, 0x7e) + characters(0xa0, 0x17f);
/** Signs of the page and its number formats, including the narrow no-break space. */
const SIGNS = '−–—…·×≥≤±→←↑↓€‘’“”„‹›•▲▼√ΣΔµ∝⌘™≈\u2009\u202f';

const { resolve } = createRequire(import.meta.url);
const font = await subsetFont(readFileSync(resolve('inter-ui/variable/InterVariable.woff2')), LATIN + SIGNS, {
  targetFormat: 'woff2',
  noHinting: true,
  keepFeatures: ['kern', 'tnum'],
  variationAxes: { opsz: 14, wght: { min: 400, max: 700, default: 400 } },
});
writeFileSync(fromRoot('web/shared/styles/inter.woff2'), font);
copyFileSync(resolve('inter-ui/LICENSE.txt'), fromRoot('web/shared/styles/inter-licence.txt'));
console.log(`web/shared/styles/inter.woff2: ${font.length} bytes`);

function characters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
