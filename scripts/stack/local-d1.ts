/** The ledger's local database, opened as the SQLite file of `wrangler dev`: a hundred times faster than its proxy. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fromRoot } from './repository.ts';
import { LOCAL_STATE } from './ledger-database.ts';
import type { WorkerBindings } from '../../worker/config.ts';

export interface LocalD1 {
  /** As the Worker sees it: `prepare`, `bind`, `all`, `first`, `run` and `batch`, which is one transaction. */
  readonly db: NonNullable<WorkerBindings['RECORD']>;
  readonly close: () => void;
}

/** Opens the migrated database of a state folder. Throws when there is none. */
export function openLocalD1(persistTo: string = fromRoot(LOCAL_STATE)): LocalD1 {
  const files = globSync(join(persistTo, 'v3/d1/*/*.sqlite')).filter(
    (file) => !file.endsWith('metadata.sqlite'),
  );
  for (const file of files) {
    const sqlite = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    const known = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'record_forecast'").get();
    if (known !== undefined) return { db: asD1(sqlite), close: () => sqlite.close() };
    sqlite.close();
  }
  throw new Error(`There is no database of the ledger in ${persistTo}.`);
}

function asD1(sqlite: DatabaseSync): LocalD1['db'] {
  const statement = (sql: string, values: readonly SQLInputValue[] = []) => {
    const rows = () => sqlite.prepare(sql).all(...values);
    return {
      bind: (...bound: SQLInputValue[]) => statement(sql, bound),
      all: async () => ({ results: rows() }),
      run: async () => ({ results: rows() }),
      first: async (column?: string) => {
        const [row] = rows();
        return row === undefined ? null : column === undefined ? row : (row[column] ?? null);
      },
      rows,
    };
  };
  return {
    prepare: statement,
    async batch(statements: ReturnType<typeof statement>[]) {
      sqlite.exec('BEGIN');
      try {
        const answers = statements.map(({ rows }) => ({ results: rows() }));
        sqlite.exec('COMMIT');
        return answers;
      } catch (cause) {
        sqlite.exec('ROLLBACK');
        throw cause;
      }
    },
  } as unknown as LocalD1['db'];
}
