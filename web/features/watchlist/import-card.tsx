import { useId, useState, type FormEvent } from 'react';
import { parseTicker, type Ticker } from '#compute';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { MAX_WATCHED, type Watchlist } from '../../shared/user-data/watchlist.ts';
import styles from './watchlist-page.module.css';

/** Words of a bad import that are worth showing. */
const SHOWN_WORDS = 5;

/** Adds many listings at once, from any text that names them. */
export function ImportCard({ watchlist }: { watchlist: Watchlist }) {
  const id = useId();
  const [text, setText] = useState('');
  const [message, setMessage] = useState('');

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { tickers, unreadable } = tickersIn(text);
    const added = watchlist.add(tickers.map((ticker) => ({ ticker, name: '', alerts: [] })));
    setMessage(importMessage(added, tickers.length - added, watchlist.items().length, unreadable));
    if (unreadable.length === 0) setText('');
  }

  return (
    <Card title="Import">
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
        <p id={`${id}-hint`} className="note">
          Separate them with spaces, commas or new lines.
        </p>
        <Button type="submit">Import</Button>
        <output className="note">{message}</output>
      </form>
    </Card>
  );
}

function importMessage(added: number, leftOut: number, total: number, unreadable: readonly string[]): string {
  const parts = [`${added} added`];
  if (leftOut > 0) {
    parts.push(
      total >= MAX_WATCHED
        ? `${leftOut} left out: a list has at most ${MAX_WATCHED} listings, each once`
        : `${leftOut} already on the list`,
    );
  }
  if (unreadable.length > 0) {
    const more = unreadable.length > SHOWN_WORDS ? ' …' : '';
    parts.push(`Not understood: ${unreadable.slice(0, SHOWN_WORDS).join(' ')}${more}`);
  }
  return `${parts.join('. ')}.`;
}

/** The tickers of a text, each once, and the words in it that are none. */
export function tickersIn(text: string) {
  const tickers = new Set<Ticker>();
  const unreadable: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const ticker = parseTicker(word);
    if (ticker.ok) tickers.add(ticker.value);
    else unreadable.push(word);
  }
  return { tickers: [...tickers], unreadable };
}
