import { useLocation, useSearch } from 'wouter';
import { Select } from '../../shared/ui/field.tsx';
import { groupsOf, type WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';

/** The group that the address names, while the list has it; `null` for the whole list. */
export function useShownGroup(items: WatchlistItems) {
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const named = new URLSearchParams(search).get('group');
  const group = groupsOf(items).find((known) => known === named) ?? null;
  const show = (chosen: string | null) => {
    if (chosen === group) return;
    navigate(chosen === null ? pathname : `${pathname}?${new URLSearchParams({ group: chosen })}`);
  };
  return [group, show] as const;
}

/** No group has this name: it is not one that can be typed. */
const WHOLE_LIST = '';

interface GroupChoiceProps {
  readonly items: WatchlistItems;
  readonly group: string | null;
  readonly onChange: (group: string | null) => void;
}

/** Which part of the list is shown; nothing while there are no groups. */
export function GroupChoice({ items, group, onChange }: GroupChoiceProps) {
  const groups = groupsOf(items);
  if (groups.length === 0) return null;
  return (
    <Select
      label="Group"
      hideLabel
      options={[
        { value: WHOLE_LIST, label: `All ${items.length}` },
        ...groups.map((name) => ({
          value: name,
          label: `${name} ${items.filter((item) => item.group === name).length}`,
        })),
      ]}
      value={group ?? WHOLE_LIST}
      onChange={(chosen) => onChange(chosen === WHOLE_LIST ? null : chosen)}
    />
  );
}
