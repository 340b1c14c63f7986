import type { QuoteReady } from '#worker/contract';
import { useId, useState, type FormEvent } from 'react';
import { parseTicker } from '#compute';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { download } from '../../shared/export/download.ts';
import {
  MAX_WATCHED,
  parseGroup,
  type Watchlist,
  type WatchlistItem,
  type WatchlistItems,
  type Alert,
  type AlertRule,
} from '../../shared/user-data/watchlist.ts';
import { isSameRule, ruleToday } from '../../shared/user-data/alerts.ts';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import styles from './watchlist-page.module.css';

const FILE_NAME = 'candor-watchlist.txt';

/** Words of a bad import that are worth showing. */
const SHOWN_WORDS = 5;

interface TransferCardProps {
  readonly watchlist: Watchlist;
  readonly items: WatchlistItems;
  readonly rows: QuoteRows;
}

/** The list as text: out to a file or the clipboard, and in from any list of tickers. */
export function TransferCard({ watchlist, items, rows }: TransferCardProps) {
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
      await navigator.clipboard.writeText(watchlistToText(items, rows));
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
            onClick={() => download(FILE_NAME, watchlistToText(items, rows), 'text/plain')}
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
        <p id={`${id}-hint`} className="note">
          Separate them with spaces, commas or new lines. A list exported from here keeps its groups and
          alerts.
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

const RULE = /^(price|day)(>=|<=|>|<)([+-]?\d+(?:\.\d+)?)%?$/i;
/** A group's name has no underscore of its own. */
const GROUP = /^group=(.*)$/i;
const SIGNAL = /^signal=/i;
const SIGNAL_WORD = 'signal=changes';

/** The listings that a text names, and the words in it that are neither ticker, group nor alert. */
interface ReadWatchlist {
  readonly items: WatchlistItems;
  readonly unreadable: readonly string[];
}

/**
 * A list as text, for people and other programs: a ticker per line, each followed by its group and alerts, as in
 * `AAPL group=Big_tech price>=200 day<=-3 signal=changes`, as they read today. {@link watchlistFromText} reads it back. Alerts of
 * a session's range or of odds are left out: they belong to a forecast.
 */
export function watchlistToText(items: WatchlistItems, rows: QuoteRows): string {
  return items
    .map(({ ticker, group, alerts }) => {
      const words = [ticker, ...(group === undefined ? [] : [groupWord(group)])];
      const rules = alerts.flatMap(({ rule }) => ruleWord(rule, readyQuote(rows, ticker)) ?? []);
      return `${[...words, ...rules].join(' ')}\n`;
    })
    .join('');
}

/**
 * Reads a text. Blanks, commas and semicolons separate alike, so that a plain list of tickers from anywhere will do. A ticker
 * that is named twice is one, with the alerts of both. Never throws.
 */
export function watchlistFromText(text: string): ReadWatchlist {
  const items = new Map<string, WatchlistItem>();
  const unreadable: string[] = [];
  let current: string | null = null;
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const rule = readRule(word);
    const group = readGroup(word);
    const ticker = parseTicker(word);
    const item = current === null ? undefined : items.get(current);
    if (rule !== null && item !== undefined) {
      items.set(item.ticker, { ...item, alerts: withRule(item.alerts, rule) });
    } else if (group !== null && item !== undefined) {
      items.set(item.ticker, { ...item, group });
      // An unknown signal would pass for the symbol of a currency pair.
    } else if (rule === null && ticker.ok && !SIGNAL.test(word) && !GROUP.test(word)) {
      current = ticker.value;
      if (!items.has(current)) items.set(current, { ticker: current, name: '', alerts: [] });
    } else {
      unreadable.push(word);
    }
  }
  return { items: [...items.values()], unreadable };
}

function groupWord(group: string): string {
  return `group=${group.replaceAll(' ', '_')}`;
}

function readGroup(word: string): string | null {
  return parseGroup(GROUP.exec(word)?.[1]?.replaceAll('_', ' ') ?? '');
}

function ruleWord(rule: AlertRule, quote: QuoteReady | null): string | null {
  const now = ruleToday(rule, quote);
  if (now.on !== 'price' && now.on !== 'day_change') return now.on === 'signal' ? SIGNAL_WORD : null;
  return `${now.on === 'price' ? 'price' : 'day'}${now.direction === 'above' ? '>=' : '<='}${now.value}`;
}

function readRule(word: string): AlertRule | null {
  if (word.toLowerCase() === SIGNAL_WORD) return { on: 'signal' };
  const [, subject, comparison = '', value = ''] = RULE.exec(word) ?? [];
  if (subject === undefined) return null;
  const on = subject.toLowerCase() === 'price' ? 'price' : 'day_change';
  const direction = comparison.startsWith('>') ? 'above' : 'below';
  return on === 'price' && Number(value) <= 0 ? null : { on, direction, value: Number(value) };
}

function withRule(alerts: readonly Alert[], rule: AlertRule): readonly Alert[] {
  const isKnown = alerts.some((alert) => isSameRule(alert.rule, rule, null));
  return isKnown ? alerts : [...alerts, { rule }];
}
