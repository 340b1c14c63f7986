import type { CsvCell } from './download.ts';
import { stampedSource } from '../format/words.ts';
import type { Provenance as WireProvenance } from '#worker/contract';

/** Where exported numbers come from; stamped on every file. */
export interface Provenance {
  /** What they are about, such as a ticker; also the beginning of the file's name. */
  readonly subject: string;
  /** In words: source, exchange time, delay. Says so when prices are simulated. */
  readonly source: string;
  /** ISO instant of the data. */
  readonly asOf: string;
}

export type ExportRows = readonly (readonly CsvCell[])[];

/** A chart or table to export. Read when the button is pressed. */
export interface Exportable {
  /** Name of the chart or table. */
  readonly title: string;
  /** `estimate` where it holds the model's output, `scores` how well it did, `prices` where it only tells the past. */
  readonly kind: 'estimate' | 'scores' | 'prices';
  /** Its own source, where that differs from the page's. */
  readonly origin?: Pick<WireProvenance, 'source' | 'as_of'>;
  /** Head and rows, unformatted. May be a promise, so that the code that builds them is loaded on demand. */
  readonly rows: () => ExportRows | Promise<ExportRows>;
}

/** A chart on screen, as it is at the moment of the call. */
export interface ExportableChart {
  readonly exportable: () => Exportable;
  readonly canvas: () => HTMLCanvasElement | null;
}

const KIND_STAMP: Readonly<Record<Exportable['kind'], string>> = {
  estimate: 'Estimate: model output, not advice',
  scores: 'Forecasts against outcomes; not a promise, not advice',
  prices: 'Past prices, no estimate; not advice',
};

/** What every file is stamped with, line by line: name and text. */
export function stampLines(
  { title, kind, origin }: Exportable,
  { subject, source, asOf }: Provenance,
  nowMs: number,
): readonly (readonly [name: string, text: string])[] {
  return [
    ['Candor', `${subject}: ${title}`],
    ['Source', origin === undefined ? source : stampedSource(origin.source)],
    ['As of', origin?.as_of ?? asOf],
    ['Exported', new Date(nowMs).toISOString()],
    ['Note', KIND_STAMP[kind]],
  ];
}

/** A CSV whose head says where it comes from, in lines that begin with `#`. */
export async function csvRows(
  exportable: Exportable,
  provenance: Provenance,
  nowMs: number,
): Promise<ExportRows> {
  const head = stampLines(exportable, provenance, nowMs).map(([name, text]) => [`# ${name}`, text] as const);
  return [...head, ...(await exportable.rows())];
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
