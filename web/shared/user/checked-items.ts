import { ITEM_KINDS, type ItemKind } from '#worker/contract';
import { is } from 'valibot';
import { readItems, type Items, type UserDocument } from './documents.ts';

/** The items of a stored text without those that the account's schemas refuse; none where it is absent or damaged. */
export function checkedItems(text: string | null, document: Pick<UserDocument, 'kinds'>): Items {
  const checked = Object.entries(readItems(text, document) ?? {}).map(([kind, items]) => {
    const { value: schema } = ITEM_KINDS[kind as ItemKind];
    return [
      kind,
      new Map([...(items as ReadonlyMap<string, unknown>)].filter(([, value]) => is(schema, value))),
    ];
  });
  return Object.fromEntries(checked) as Items;
}
