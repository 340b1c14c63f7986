import { chunksOf } from './resilience/in-waves.ts';

/** Prepares a statement from a template and binds its values: `` sql(db)`SELECT … WHERE ledger = ${ledger}` ``. */
export function sql(db: D1Database) {
  return (text: TemplateStringsArray, ...values: unknown[]) => db.prepare(text.join('?')).bind(...values);
}

/** A D1 parameter may have 2 MB, and an entry has some 300 bytes. */
const ENTRIES_PER_STATEMENT = 2000;

/** The statements for a list of entries, each given some of them as JSON. */
export function chunkedStatements<T>(
  entries: readonly T[],
  statement: (json: string) => D1PreparedStatement,
  entriesPerStatement = ENTRIES_PER_STATEMENT,
): D1PreparedStatement[] {
  return chunksOf(entries, entriesPerStatement).map((chunk) => statement(JSON.stringify(chunk)));
}
