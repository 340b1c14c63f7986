/** The server's rules for one account, in memory: a plain model to test the sync against. */
import { err, ok, type Result } from '#compute';
import { INSERT_ONLY_KINDS, ITEM_KINDS, type itemsSchema, type itemsTakenSchema } from '#worker/contract';
import type { ItemChange, StoredItem } from '#worker/contract';
import { is, type InferOutput } from 'valibot';
import type { AccountFailure } from '#web/shared/sync/account-api.ts';

export interface ModelAccount {
  getItems: (since: number) => Result<InferOutput<typeof itemsSchema>, AccountFailure>;
  putItems: (changes: readonly ItemChange[]) => Result<InferOutput<typeof itemsTakenSchema>, AccountFailure>;
  /** Removes deletions, as the server does after 90 days, but for own ranges. */
  purge: () => void;
  /** The existing values, by kind and key. */
  live: () => ReadonlyMap<string, unknown>;
}

const id = ({ kind, key }: Pick<StoredItem, 'kind' | 'key'>) => `${kind} ${key}`;

const isLive = (item: StoredItem | undefined) => item?.deleted === false;

export function modelAccount(): ModelAccount {
  const items = new Map<string, StoredItem>();
  let version = 0;
  let purgedVersion = 0;
  const inOrder = () => [...items.values()].toSorted((a, b) => a.version - b.version);

  return {
    getItems(since) {
      const full = since === 0 || since > version || since < purgedVersion;
      const sent = inOrder().filter((item) => full || item.version > since);
      return ok({ version, items: sent, full });
    },

    putItems(changes) {
      const after = new Map(items);
      let next = version;
      const taken = changes.map((change): StoredItem => {
        const stored = after.get(id(change));
        const { kind, key } = change;
        const deleted = 'deleted' in change;
        if (!stored && deleted) return { kind, key, value: null, version: 0, deleted: true };
        if (stored) {
          const isFixed = INSERT_ONLY_KINDS.has(kind) && (stored.deleted || !deleted);
          if (isFixed || stored.version !== change.base_version) return stored;
        }
        next += 1;
        const item = { kind, key, value: deleted ? null : change.value, version: next, deleted };
        after.set(id(change), item);
        return item;
      });
      const invalid = changes.filter(
        (change) => !('deleted' in change) && !is(ITEM_KINDS[change.kind].value, change.value),
      );
      if (invalid.length > 0) return refuse('invalid_item', invalid);
      for (const [kind, { maxItems }] of Object.entries(ITEM_KINDS)) {
        const count = [...after.values()].filter((item) => item.kind === kind && !item.deleted).length;
        const added = changes.filter((change) => change.kind === kind && !isLive(items.get(id(change))));
        if (count > maxItems) return refuse('over_limit', added.slice(maxItems - count));
      }
      for (const [key, item] of after) items.set(key, item);
      version = next;
      return ok({ version, items: taken });

      function refuse(reason: 'invalid_item' | 'over_limit', atFault: readonly ItemChange[]) {
        return err({ reason, refused: atFault.map((change) => changes.indexOf(change)) });
      }
    },

    purge() {
      for (const [key, item] of items) {
        if (!item.deleted || item.kind === 'own_range') continue;
        purgedVersion = Math.max(purgedVersion, item.version);
        items.delete(key);
      }
    },

    live: () =>
      new Map([...items].filter(([, { deleted }]) => !deleted).map(([key, { value }]) => [key, value])),
  };
}
