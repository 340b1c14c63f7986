/** A test's database, emptied in place: files share one runtime, whose own reset may still be running after it returned. */
import { env } from 'cloudflare:workers';

/** Drops every table. */
export async function emptyDatabase(): Promise<void> {
  const db = env.RECORD;
  const { results } = await db
    .prepare(
      `SELECT upper(type) AS type, name FROM sqlite_master
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE '!_cf!_%' ESCAPE '!'`,
    )
    .all<{ type: string; name: string }>();
  const drops = results.map(({ type, name }) => db.prepare(`DROP ${type} ${name}`));
  await db.batch([db.prepare('PRAGMA defer_foreign_keys = ON'), ...drops]);
}

/** Applies migrations, by default all. */
export async function migrate(migrations = env.RECORD_MIGRATIONS): Promise<void> {
  const queries = migrations.flatMap((migration) => migration.queries);
  await env.RECORD.batch(queries.map((query) => env.RECORD.prepare(query)));
}

/** The database with empty tables. */
export async function freshDatabase(): Promise<D1Database> {
  await emptyDatabase();
  await migrate();
  return env.RECORD;
}
