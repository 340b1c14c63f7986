import { ITEM_KINDS, type ItemKind } from '#worker/contract';
import { is } from 'valibot';
import { storedFields, storedItems, type Items } from './documents.ts';

/** A stored text as items, without those that the account's schemas refuse; `null` where the text is absent or damaged. */
export function checkedItems(text: string | null, kinds: readonly ItemKind[]): Items | null {
  const fields = storedFields(text);
  if (fields === null) return null;
  const items = kinds.map((kind) => {
    const valid = [...storedItems(fields, kind)].filter(([, value]) => is(ITEM_KINDS[kind].value, value));
    return [kind, new Map(valid)];
  });
  return Object.fromEntries(items) as Items;
}
