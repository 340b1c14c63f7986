import type { AdminStatus } from '../contract/contract.ts';

export const ACCOUNT_TABLES = ['user_item', 'user_account', 'deleted_user'] as const;

/** How many accounts there are and what they hold together. Nothing in it is about one person. */
export async function readAccountStatus(db: D1Database): Promise<NonNullable<AdminStatus['accounts']>> {
  const [users, items] = await db.batch<unknown>([
    db.prepare('SELECT COUNT(DISTINCT uid) AS users FROM user_item'),
    db.prepare(
      `SELECT kind, COUNT(value) AS items, COUNT(*) - COUNT(value) AS deleted
       FROM user_item GROUP BY kind ORDER BY kind`,
    ),
  ]);
  const [count] = (users?.results ?? []) as { readonly users: number }[];
  return {
    users: count?.users ?? 0,
    items: (items?.results ?? []) as { kind: string; items: number; deleted: number }[],
  };
}
