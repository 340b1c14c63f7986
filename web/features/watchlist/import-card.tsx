import { useId, useState, type ChangeEvent, type FormEvent } from 'react';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Select } from '../../shared/ui/field.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import {
  addListings,
  isWatched,
  MAX_WATCHED,
  removeListings,
  watchlistAtom,
  type Watchlist,
} from '../../shared/user/watchlist.ts';
import styles from './import-card.module.css';
import { fileText, MAX_FILE_BYTES, MAX_ROWS, readList } from './read-list.ts';
import { resolveRows, type ReadRow } from './resolve-rows.ts';

/** What the watchlist makes of read rows: each listing once, the first that it has room for. */
function plan(rows: readonly ReadRow[], watchlist: Watchlist) {
  const fresh = new Map<string, ReadRow>();
  for (const row of rows) {
    const { ticker } = row;
    if (ticker !== null && !isWatched(watchlist, ticker) && !fresh.has(ticker)) fresh.set(ticker, row);
  }
  const room = MAX_WATCHED - watchlist.length;
  return { added: new Map([...fresh].slice(0, room)), freshCount: fresh.size, room };
}

/** Imports a list: its rows are shown as they were read before anything is stored, and the import can be undone. */
export function ImportCard() {
  const store = useStore();
  const watchlist = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly ReadRow[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [added, setAdded] = useState<readonly string[] | null>(null);

  async function preview(list: string) {
    setText(list);
    setRefusal('');
    setAdded(null);
    const read = readList(list);
    if (read.length === 0) return setRefusal('There is nothing to import. Paste a list or choose a file.');
    if (read.length > MAX_ROWS) {
      setRows(null);
      return setRefusal(`This list has more than ${MAX_ROWS} rows. Import it in parts.`);
    }
    setBusy(true);
    setRows(await resolveRows(store, read));
    setBusy(false);
  }

  async function onFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    const read = await fileText(file);
    // The same file can be chosen again.
    target.value = '';
    if ('text' in read) await preview(read.text);
    else setRefusal(read.refusal);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (text.length > MAX_FILE_BYTES) setRefusal('This list is over 1 MB. Paste only the list itself.');
    else void preview(text);
  }

  function add() {
    const listings = Array.from(plan(rows ?? [], watchlist).added, ([ticker, { name, group }]) =>
      group === null ? { ticker, name } : { ticker, name, group },
    );
    const edits = edit(addListings(listings));
    setAdded(edits.flatMap(({ kind, key }) => (kind === 'star' ? key : [])));
    const unread = rows?.filter(({ ticker }) => ticker === null) ?? [];
    setRows(unread.length > 0 ? unread : null);
    setText('');
  }

  function undo() {
    edit(removeListings(new Set(added)));
    setAdded(null);
  }

  return (
    <Card title="Import">
      <form className={styles.form} onSubmit={onSubmit}>
        <label>
          Tickers, ISINs, names, or a list from another app
          <textarea
            rows={3}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p className="note">
          Reads lists from TradingView, Yahoo Finance and Ghostfolio, and any table with a column of symbols,
          ISINs or names. Your watchlist holds {MAX_WATCHED} listings and has room for{' '}
          {MAX_WATCHED - watchlist.length}.
        </p>
        <div className={styles.actions}>
          <Button type="submit" aria-busy={isBusy} busyLabel="Reading…">
            Preview import
          </Button>
          <label className={styles.file}>
            Or choose a file
            <input type="file" accept=".txt,.csv,.tsv,text/*" onChange={(event) => void onFile(event)} />
          </label>
        </div>
        <output className="note">{refusal}</output>
      </form>
      <output className={styles.done}>
        {added !== null && (
          <>
            {added.length} added.{' '}
            {added.length > 0 && (
              <Button size="sm" onClick={undo}>
                Undo import
              </Button>
            )}
          </>
        )}
      </output>
      {rows !== null && (
        <Preview
          rows={rows}
          watchlist={watchlist}
          isDone={added !== null}
          onChange={setRows}
          onAdd={add}
          onCancel={() => setRows(null)}
        />
      )}
    </Card>
  );
}

interface PreviewProps {
  readonly rows: readonly ReadRow[];
  readonly watchlist: Watchlist;
  /** The read rows have been added; the others stay with their reasons. */
  readonly isDone: boolean;
  readonly onChange: (rows: readonly ReadRow[]) => void;
  readonly onAdd: () => void;
  readonly onCancel: () => void;
}

function Preview({ rows, watchlist, isDone, onChange, onAdd, onCancel }: PreviewProps) {
  const id = useId();
  const { added, freshCount, room } = plan(rows, watchlist);
  const unreadCount = rows.filter(({ ticker }) => ticker === null).length;
  const noteOf = (row: ReadRow) => {
    if (row.ticker === null) return row.reason;
    if (isWatched(watchlist, row.ticker)) return 'Already on your watchlist';
    const own = added.get(row.ticker);
    if (own === row) return row.group === null ? '' : `Group: ${row.group}`;
    return own === undefined ? 'No room' : 'Listed twice';
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {isDone ? `Not read: ${unreadCount}` : `Read: ${rows.length - unreadCount} of ${rows.length}`}
      </h3>
      {!isDone && freshCount > added.size && (
        <p className="note">
          Your watchlist has room for {room} of these {freshCount} listings. Remove some first to add the
          others.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={id}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">In the list</th>
              <th scope="col">Read as</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${row.text} ${row.isin ?? ''}`}>
                <th scope="row">{row.text}</th>
                <td>
                  <ReadAs row={row} onChange={(changed) => onChange(rows.with(index, changed))} />
                </td>
                <td>{noteOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.actions}>
        {!isDone && (
          <Button variant="primary" disabled={added.size === 0} onClick={onAdd}>
            {`Add ${added.size} ${added.size === 1 ? 'listing' : 'listings'}`}
          </Button>
        )}
        <Button onClick={onCancel}>{isDone ? 'Dismiss' : 'Cancel'}</Button>
      </div>
    </section>
  );
}

/** A row's listing; a choice if its ISIN has several. */
function ReadAs({ row, onChange }: { row: ReadRow; onChange: (row: ReadRow) => void }) {
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
      onChange={(chosen) => onChange({ ...row, ticker: chosen })}
    />
  );
}
