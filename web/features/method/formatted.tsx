/**
 * The page's figures in the reader's own formats. `compute/README.md` documents those of the JSON files; a test compares the two.
 *
 * `measured-scores.json`, `portfolio-scores.json`: for 1, 7, 14 and 30 trading days. `weak-cases.json`: worst cases first.
 * `study-tables.json`, `earnings`: 478 shares; before, with a known date, with a projected one; percent held of the 80 and the
 * 95 % range. `kinds`: 940 listings; percent whose own interval of the 80 % range's coverage contains 80, over 1, 7 and 30 sessions.
 */
import type { Format } from '#compute';
import { useFormat } from '../../shared/format/use-format.ts';
import { ProseTable } from '../../shared/ui/page.tsx';

export function Formatted({ children }: { children: (format: Format) => string }) {
  return <span className="formatted">{children(useFormat())}</span>;
}

export function FormattedTable({ rows, ...table }: Parameters<typeof ProseTable>[0]) {
  const format = useFormat();
  const written = rows.map(([name = '', ...cells]) => [
    name,
    ...cells.map((cell) => (/^\d{4,}$/.test(cell) ? format.count(Number(cell)) : format.sentence(cell))),
  ]);
  return (
    <div className="formatted">
      <ProseTable {...table} rows={written} />
    </div>
  );
}
