import type { CsvCell } from './csv.ts';
import type { Provenance } from './provenance.ts';

/** A chart or table as something to take away. Read when the button is pressed. */
export interface Exportable {
  /** Name of the chart or table. */
  readonly title: string;
  /** `estimate` where it holds the model's output, `prices` where it only tells the past. */
  readonly kind: 'estimate' | 'prices';
  /** Head and rows, unformatted. */
  readonly rows: () => readonly (readonly CsvCell[])[];
}

const KIND_STAMP: Readonly<Record<Exportable['kind'], string>> = {
  estimate: 'Estimate: model output, not advice',
  prices: 'Past prices, no estimate; not advice',
};

/** What is stamped on a file: what, from where, as of when, made when. Name and text by line. */
export function stampLines(
  { title, kind }: Exportable,
  { subject, source, asOf }: Provenance,
  nowMs: number,
): readonly (readonly [name: string, text: string])[] {
  return [
    ['Candor', `${subject}: ${title}`],
    ['Source', source],
    ['As of', asOf],
    ['Exported', new Date(nowMs).toISOString()],
    ['Note', KIND_STAMP[kind]],
  ];
}

/** A CSV whose head says where it comes from, in lines that begin with `#`. */
export function csvRows(
  exportable: Exportable,
  provenance: Provenance,
  nowMs: number,
): (readonly CsvCell[])[] {
  const head = stampLines(exportable, provenance, nowMs).map(([name, text]) => [`# ${name}`, text] as const);
  return [...head, ...exportable.rows()];
}

/** A file name of letters, digits and dashes, with the day it was made on. */
export function fileName(
  { title }: Exportable,
  { subject }: Provenance,
  nowMs: number,
  extension: 'csv' | 'png',
): string {
  const words = `candor ${subject} ${title}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${words.replaceAll(/^-|-$/g, '')}-${new Date(nowMs).toISOString().slice(0, 10)}.${extension}`;
}
