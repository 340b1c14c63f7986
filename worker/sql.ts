/** Prepares a statement from a template and binds its values: `` sql(db)`SELECT … WHERE ledger = ${ledger}` ``. */
export function sql(db: D1Database) {
  return (text: TemplateStringsArray, ...values: unknown[]) => db.prepare(text.join('?')).bind(...values);
}
