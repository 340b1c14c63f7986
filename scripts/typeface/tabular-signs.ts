/**
 * Takes signs out of a font's tabular figures. Inter gives the hyphen the width of a digit, which tears words and dates apart
 * wherever figures are tabular. Reads OpenType's tables `cmap` (format 4) and `GSUB` (single substitutions), and changes the
 * substitutions in place. Throws `RangeError` for a sign that the font has not.
 */
export function withoutTabularSigns(font: Buffer, signs: string): Buffer {
  const changed = Buffer.from(font);
  const cmap = tableAt(changed, 'cmap');
  const glyphs = new Set([...signs].map((sign) => glyphOf(changed, cmap, sign)));
  const gsub = tableAt(changed, 'GSUB');
  const lookups = gsub + changed.readUInt16BE(gsub + 8);
  for (const lookup of offsets(changed, lookups, lookups)) {
    for (const subtable of offsets(changed, lookup + 4, lookup)) {
      if (changed.readUInt16BE(lookup) !== 1 || changed.readUInt16BE(subtable) !== 2) continue;
      const covered = coveredGlyphs(changed, subtable + changed.readUInt16BE(subtable + 2));
      for (const [index, glyph] of covered.entries()) {
        if (glyphs.has(glyph)) changed.writeUInt16BE(glyph, subtable + 6 + 2 * index);
      }
    }
  }
  return changed;
}

function tableAt(font: Buffer, tag: string): number {
  for (let record = 12; record < 12 + 16 * font.readUInt16BE(4); record += 16) {
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new RangeError(`the font has no table ${tag}`);
}

/** A counted list of 16-bit offsets from `base`, as positions. */
function offsets(font: Buffer, list: number, base: number): number[] {
  return uint16s(font, list + 2, font.readUInt16BE(list)).map((offset) => base + offset);
}

function uint16s(font: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => font.readUInt16BE(at + 2 * index));
}

/** The glyphs of a coverage table, in the order of its indices. */
function coveredGlyphs(font: Buffer, coverage: number): number[] {
  const count = font.readUInt16BE(coverage + 2);
  if (font.readUInt16BE(coverage) === 1) return uint16s(font, coverage + 4, count);
  return Array.from({ length: count }, (_, index) => coverage + 4 + 6 * index).flatMap((range) => {
    const [first = 0, last = 0] = uint16s(font, range, 2);
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  });
}

function glyphOf(font: Buffer, cmap: number, sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  for (let record = cmap + 4; record < cmap + 4 + 8 * font.readUInt16BE(cmap + 2); record += 8) {
    const table = cmap + font.readUInt32BE(record + 4);
    if (font.readUInt16BE(table) !== 4) continue;
    const segments = font.readUInt16BE(table + 6) / 2;
    const ends = uint16s(font, table + 14, segments);
    const segment = ends.findIndex((end) => code <= end);
    const [starts, deltas, ranges] = [1, 2, 3].map((row) => table + 14 + 2 * (row * segments + segment + 1));
    const start = font.readUInt16BE(starts!);
    if (code < start) break;
    const range = font.readUInt16BE(ranges!);
    const glyph = range === 0 ? code : font.readUInt16BE(ranges! + range + 2 * (code - start));
    return (glyph + font.readUInt16BE(deltas!)) & 0xffff;
  }
  throw new RangeError(`the font has no ${sign}`);
}
