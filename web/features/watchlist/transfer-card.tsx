import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { download } from '../../shared/export/download.ts';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';
import { MAX_WATCHED, type WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';
import styles from './watchlist-page.module.css';
import { watchlistFromText, watchlistToText } from './watchlist-text.ts';

const FILE_NAME = 'candor-watchlist.txt';

/** Words of a bad import that are worth showing. */
const SHOWN_WORDS = 5;

interface TransferCardProps {
  readonly watchlist: Watchlist;
  readonly items: WatchlistItems;
}

/** The list as text: out to a file or the clipboard, and in from any list of tickers. */
export function TransferCard({ watchlist, items }: TransferCardProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [message, setMessage] = useState('');
  const isEmpty = items.length === 0;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { items: read, unreadable } = watchlistFromText(text);
    const added = watchlist.add(read);
    setMessage(importMessage(added, read.length - added, items.length + added, unreadable));
    if (unreadable.length === 0) setText('');
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(watchlistToText(items));
      setMessage('The list is on the clipboard.');
    } catch {
      setMessage('The clipboard cannot be reached. Export the list as a file instead.');
    }
  }

  return (
    <Card
      title="Import and export"
      actions={
        <>
          <Button size="sm" disabled={isEmpty} onClick={() => void copy()}>
            Copy as text
          </Button>
          <Button
            size="sm"
            disabled={isEmpty}
            onClick={() => download(FILE_NAME, watchlistToText(items), 'text/plain')}
          >
            Export as text
          </Button>
        </>
      }
    >
      <form className={styles.transfer} onSubmit={onSubmit}>
        <label htmlFor={id}>Tickers to add</label>
        <textarea
          id={id}
          rows={3}
          value={text}
          aria-describedby={`${id}-hint`}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-hint`} className={styles.note}>
          Separated by spaces, commas or lines. A list that was exported here brings its groups and alerts
          along.
        </p>
        <Button type="submit">Import</Button>
        <output className={styles.note}>{message}</output>
      </form>
    </Card>
  );
}

function importMessage(added: number, leftOut: number, total: number, unreadable: readonly string[]): string {
  const parts = [`${added} added`];
  if (leftOut > 0) {
    parts.push(
      total >= MAX_WATCHED
        ? `${leftOut} left out: the list holds ${MAX_WATCHED} and each ticker once`
        : `${leftOut} already there`,
    );
  }
  if (unreadable.length > 0) {
    const more = unreadable.length > SHOWN_WORDS ? ' …' : '';
    parts.push(`not understood: ${unreadable.slice(0, SHOWN_WORDS).join(' ')}${more}`);
  }
  return `${parts.join('. ')}.`;
}
