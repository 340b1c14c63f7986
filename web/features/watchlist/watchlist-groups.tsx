import { useLocation, useSearch } from 'wouter';
import { useState } from 'react';
import { Field, InlineForm, Select } from '../../shared/ui/field.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { watchlistAtom, type Watchlist } from '../../shared/user/watchlist.ts';
import { parseGroup } from '../../shared/user/group-name.ts';
import { groupsOf, setGroup } from '../../shared/user/watchlist-edits.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useSpeech } from '../../shared/ui/announcement.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import styles from './watchlist-groups.module.css';

/** The group in the URL, if the list has it; `null` for the whole list. */
export function useShownGroup(items: Watchlist): string | null {
  const param = new URLSearchParams(useSearch()).get('group');
  return groupsOf(items).find((known) => known === param) ?? null;
}

export function GroupChoice({ items }: { readonly items: Watchlist }) {
  const [pathname, navigate] = useLocation();
  const group = useShownGroup(items);
  const groups = groupsOf(items);
  if (groups.length === 0) return null;
  return (
    <Select
      label="Group"
      hideLabel
      options={[
        // No group can have an empty name.
        { value: '', label: `All (${items.length})` },
        ...groups.map((name) => ({
          value: name,
          label: `${name} (${items.filter((item) => item.group === name).length})`,
        })),
      ]}
      value={group ?? ''}
      onChange={(chosen) =>
        navigate(chosen === '' ? pathname : `${pathname}?${new URLSearchParams({ group: chosen })}`)
      }
    />
  );
}

interface GroupDialogProps {
  /** The listing that is chosen at first; empty for none. */
  readonly ticker: string;
  readonly onClose: () => void;
}

/** Puts the chosen listings into an existing group, a new one or none. Stays open, so that several groups can be made. */
export function GroupDialog({ ticker, onClose }: GroupDialogProps) {
  const items = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const { say, region } = useSpeech();
  const [chosen, setChosen] = useState(new Set(ticker && [ticker]));
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const groups = groupsOf(items);

  function choose(group: string | null) {
    edit(setGroup(chosen, group));
    say(`${[...chosen].join(', ')}: ${group ?? 'no group'}`);
    setText('');
  }

  function onSubmit() {
    const typed = parseGroup(text);
    if (chosen.size === 0) return setError('Choose a listing first.');
    if (typed === null) return setError('Use letters, digits and spaces, up to 40 characters.');
    const known = groups.find((group) => group.toLowerCase() === typed.toLowerCase());
    return choose(known ?? typed);
  }

  return (
    <Modal title="Groups" onClose={onClose}>
      <div className={styles.content}>
        <ListingChoice items={items} chosen={chosen} onChange={setChosen} />
        {groups.length > 0 && (
          <ul className="cluster" aria-label="Groups">
            {[...groups, null].map((group) => (
              <li key={group ?? ''}>
                <Button size="sm" disabled={chosen.size === 0} onClick={() => choose(group)}>
                  {group ?? 'No group'}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <InlineForm action="Add to group" onSubmit={onSubmit}>
          <Field
            label="New group"
            autoComplete="off"
            value={text}
            error={error}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
        </InlineForm>
      </div>
      {region}
    </Modal>
  );
}

interface ListingChoiceProps {
  readonly items: Watchlist;
  /** Tickers. */
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: Set<string>) => void;
}

function ListingChoice({ items, chosen, onChange }: ListingChoiceProps) {
  return (
    <fieldset className={styles.listings} aria-label="Listings">
      {items.map(({ ticker, group }) => (
        <label key={ticker}>
          <input
            type="checkbox"
            checked={chosen.has(ticker)}
            onChange={({ target }) => {
              const next = new Set(chosen);
              if (target.checked) next.add(ticker);
              else next.delete(ticker);
              onChange(next);
            }}
          />
          {ticker} <span className="caption">{group}</span>
        </label>
      ))}
    </fieldset>
  );
}
