import { download } from '../ui/download.ts';
import { toCsv } from './csv.ts';
import { csvRows, fileName, type Exportable } from './export-content.ts';
import type { Provenance } from './provenance.ts';
import { stampedPicture } from './stamped-picture.ts';

export interface ExportRequest {
  readonly format: 'csv' | 'png';
  readonly exportable: Exportable;
  /** What a PNG shows: a drawing, what holds a canvas, or a table or list as it stands. */
  readonly picture: Element;
  readonly provenance: Provenance;
  readonly nowMs: number;
}

/** Hands a chart or table to the browser as a file, stamped with its provenance. */
export async function exportFile(request: ExportRequest): Promise<void> {
  const { format, exportable, provenance, nowMs } = request;
  const name = fileName(exportable, provenance, nowMs, format);
  if (format === 'csv') download(name, toCsv(await csvRows(exportable, provenance, nowMs)), 'text/csv');
  else download(name, await stampedPicture(request), 'image/png');
}
