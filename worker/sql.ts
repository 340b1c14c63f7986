/** A statement with its values bound where they are in the text: `` sql(db)`SELECT … WHERE ledger = ${ledger}` ``. */
export function sql(db: D1Database) {
  return (text: TemplateStringsArray, ...values: unknown[]) => db.prepare(text.join('?')).bind(...values);
}
