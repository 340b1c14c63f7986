import { useId, useState } from 'react';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../store.ts';
import { userAtom } from '../../shared/sign-in/auth.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { TableRows } from '../../shared/ui/data-table.tsx';
import { Select } from '../../shared/ui/field.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import {
  addListings,
  isWatched,
  MAX_WATCHED,
  removeListings,
  watchlistAtom,
  type Watchlist,
  type WatchlistItem,
} from '../../shared/user/watchlist.ts';
import styles from './import-card.module.css';
import { readSource } from './read-list.ts';
import { resolveRows, type ReadRow } from './resolve-rows.ts';

type Import =
  | { readonly at: 'start'; readonly refusal: string }
  | { readonly at: 'reading' }
  | { readonly at: 'preview'; readonly rows: readonly ReadRow[] }
  /** The rows that could not be read stay, with their reasons. */
  | { readonly at: 'added'; readonly tickers: ReadonlySet<string>; readonly rows: readonly ReadRow[] };

const START: Import = { at: 'start', refusal: '' };

/** Imports a list: its rows are shown as they were read before anything is stored, and the import can be undone. */
export function ImportCard() {
  const store = useStore();
  const watchlist = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const [step, setStep] = useState<Import>(START);

  async function read(source: Blob) {
    setStep({ at: 'reading' });
    const rows = await readSource(source);
    setStep(
      rows.ok
        ? { at: 'preview', rows: await resolveRows(store, rows.value) }
        : { at: 'start', refusal: rows.error },
    );
  }

  function add(rows: readonly ReadRow[]) {
    const stars = edit(addListings(plan(rows, watchlist).added)).filter(({ kind }) => kind === 'star');
    const tickers = new Set(stars.map(({ key }) => key));
    setStep({ at: 'added', tickers, rows: rows.filter(({ ticker }) => ticker === null) });
  }

  function undo(tickers: ReadonlySet<string>) {
    edit(removeListings(tickers));
    setStep(START);
  }

  return (
    <Card title="Import">
      <ListForm
        // A new form once its list has been added.
        key={String(step.at === 'added')}
        room={MAX_WATCHED - watchlist.length}
        isReading={step.at === 'reading'}
        refusal={step.at === 'start' ? step.refusal : ''}
        onList={(source) => void read(source)}
      />
      <output className={styles.done}>
        {step.at === 'added' && `${step.tickers.size} added.`}
        {step.at === 'added' && step.tickers.size > 0 && (
          <Button size="sm" onClick={() => undo(step.tickers)}>
            Undo import
          </Button>
        )}
      </output>
      {'rows' in step && step.rows.length > 0 && (
        <Preview
          rows={step.rows}
          isDone={step.at === 'added'}
          onChange={(rows) => setStep({ at: 'preview', rows })}
          onAdd={() => add(step.rows)}
          onCancel={() => setStep(START)}
        />
      )}
    </Card>
  );
}

interface ListFormProps {
  readonly room: number;
  readonly isReading: boolean;
  readonly refusal: string;
  readonly onList: (source: Blob) => void;
}

function ListForm({ room, isReading, refusal, onList }: ListFormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onList(new Blob([String(new FormData(event.currentTarget).get('list'))]));
      }}
    >
      <label>
        Tickers, ISINs, names, or a list from another app
        <textarea name="list" rows={3} spellCheck={false} />
      </label>
      <p className="note">
        Reads lists from TradingView, Yahoo Finance and Ghostfolio, and any table with a column of symbols,
        ISINs or names. A watchlist holds {MAX_WATCHED} listings
        {room < MAX_WATCHED && `; yours has room for ${room}`}.
      </p>
      <div className={styles.actions}>
        <Button type="submit" aria-busy={isReading} busyLabel="Reading…">
          Preview import
        </Button>
        <label className={styles.file}>
          Or choose a file
          <input
            type="file"
            accept=".txt,.csv,.tsv,text/*"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) onList(file);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
      </div>
      <output className="note">{refusal}</output>
    </form>
  );
}

/** What the watchlist makes of read rows: each listing once, the first that it has room for; and a note on each row. */
function plan(rows: readonly ReadRow[], watchlist: Watchlist) {
  const room = MAX_WATCHED - watchlist.length;
  const fresh = new Map<string, Pick<WatchlistItem, 'ticker' | 'name' | 'group'>>();
  const notes = rows.map((row) => {
    const { ticker, name, group } = row;
    if (ticker === null) return row.reason;
    if (isWatched(watchlist, ticker)) return 'Already on your watchlist';
    if (fresh.has(ticker)) return 'Listed twice';
    fresh.set(ticker, group === null ? { ticker, name } : { ticker, name, group });
    if (fresh.size > room) return 'No room';
    return group === null ? '' : `Group: ${group}`;
  });
  return { added: [...fresh.values()].slice(0, room), notes, freshCount: fresh.size, room };
}

interface PreviewProps {
  readonly rows: readonly ReadRow[];
  readonly isDone: boolean;
  readonly onChange: (rows: readonly ReadRow[]) => void;
  readonly onAdd: () => void;
  readonly onCancel: () => void;
}

function Preview({ rows, isDone, onChange, onAdd, onCancel }: PreviewProps) {
  const id = useId();
  const isGuest = useAtomValueRawSync(userAtom) === null;
  const { added, notes, freshCount, room } = plan(rows, useAtomValueRawSync(watchlistAtom));
  const unreadCount = rows.filter(({ ticker }) => ticker === null).length;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {isDone ? `Not read: ${unreadCount}` : `Read: ${rows.length - unreadCount} of ${rows.length}`}
      </h3>
      {freshCount > room && (
        <p className="note">
          Your watchlist has room for {room} of these {freshCount} listings. Remove some first to add the
          others.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={id}>
        <table className={styles.table}>
          <TableRows
            headers={['In the list', 'Read as', 'Note']}
            rows={rows.map((row, index) => {
              const change = (ticker: string) => onChange(rows.with(index, { ...row, ticker }));
              const listing = <ReadAs key="listing" row={row} onChange={change} />;
              return { id: `${row.text} ${row.isin ?? ''}`, cells: [row.text, listing, notes[index]] };
            })}
          />
        </table>
      </div>
      {isGuest && (
        <p className="note">
          Nothing here is stored. An account keeps a watchlist with groups and alerts, in all your browsers.
          Once you’ve signed up, import this list again there.
        </p>
      )}
      <div className={styles.actions}>
        {isGuest && (
          <ButtonLink variant="primary" href="/register">
            Sign Up
          </ButtonLink>
        )}
        {!isGuest && !isDone && (
          <Button variant="primary" disabled={added.length === 0} onClick={onAdd}>
            {`Add ${added.length} ${added.length === 1 ? 'listing' : 'listings'}`}
          </Button>
        )}
        <Button onClick={onCancel}>{isDone ? 'Dismiss' : 'Cancel'}</Button>
      </div>
    </section>
  );
}

function ReadAs({ row, onChange }: { row: ReadRow; onChange: (ticker: string) => void }) {
  const { ticker, name, venues } = row;
  if (ticker === null) return '–';
  if (venues.length < 2) return name === '' ? ticker : `${ticker} · ${name}`;
  return (
    <Select
      label={`Listing of ${row.text}`}
      hideLabel
      options={venues.map(({ symbol, exchange, currency }) => ({
        value: symbol,
        label: [symbol, exchange, currency].filter(Boolean).join(' · '),
      }))}
      value={ticker}
      onChange={onChange}
    />
  );
}
