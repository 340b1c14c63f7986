/** Ways to put listings on a list: typing one, or taking some to begin with. */
import { parseTicker, type Ticker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState, type FormEvent } from 'react';
import { searchQuery } from '../api/listing-queries.ts';
import { useAuth } from '../session/session-provider.tsx';
import { browserStorage } from '../state/browser-storage.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import styles from './add-ticker-form.module.css';
import { readRecentListings } from './recent-listings.ts';
import { upperCaseInPlace } from './search-field.tsx';
import { SEARCH_DEBOUNCE_MS } from './suggestions.ts';
import { tickerFault } from './ticker-text.tsx';

interface AddTickerFormProps {
  readonly label?: string;
  /** On the button. */
  readonly action?: string;
  /** Takes a ticker, with the company's name where the lookup knew it. Returns why it cannot, or `null`. */
  readonly onAdd: (ticker: Ticker, name: string) => string | null;
}

/** A field for one more ticker, with the browser's own list of suggestions. */
export function AddTickerForm({ label = 'Add a ticker', action = 'Add', onAdd }: AddTickerFormProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const found = useListingSearch(text) ?? [];

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const ticker = parseTicker(text);
    if (!ticker.ok) {
      setError(tickerFault(ticker.error));
      return;
    }
    const name = found.find(({ symbol }) => symbol === ticker.value)?.name ?? '';
    const problem = onAdd(ticker.value, name);
    setError(problem ?? undefined);
    if (problem === null) setText('');
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label={label}
        list={listId}
        value={text}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          setText(upperCaseInPlace(event.target));
          setError(undefined);
        }}
      />
      <datalist id={listId}>
        {found.map(({ symbol, name, exchange }) => (
          <option key={symbol} value={symbol}>
            {[name, exchange].filter(Boolean).join(' · ')}
          </option>
        ))}
      </datalist>
      <Button type="submit" variant="primary">
        {action}
      </Button>
    </form>
  );
}

const NONE: readonly SearchResult[] = [];

/**
 * Listings that match a text, looked up once it rests: `null` until their answer, none for an empty text and when the lookup
 * fails.
 */
export function useListingSearch(text: string): readonly SearchResult[] | null {
  const wanted = text.trim();
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isRested = wanted !== '' && rested === wanted;
  const { data, isError } = useQuery({ ...searchQuery(wanted), enabled: isRested });
  if (wanted === '' || (isRested && isError)) return NONE;
  return isRested ? (data ?? null) : null;
}

interface NamedListing {
  readonly symbol: string;
  readonly name: string;
}

/** Some of the home page's listings, which most people know. */
export const WELL_KNOWN: readonly NamedListing[] = [
  { symbol: 'AAPL', name: 'Apple Inc.' },
  { symbol: 'MSFT', name: 'Microsoft Corporation' },
  { symbol: 'NVDA', name: 'NVIDIA Corporation' },
  { symbol: 'GOOGL', name: 'Alphabet Inc.' },
  { symbol: 'AMZN', name: 'Amazon.com, Inc.' },
  { symbol: 'TSLA', name: 'Tesla, Inc.' },
];

/** More than these is a list to read, not to begin with. */
const SHOWN = 8;

/** What the signed-in user looked at last, newest first; nothing for a guest. */
export function useRecentListings(): readonly NamedListing[] {
  const email = useAuth().user?.email ?? null;
  return useMemo(() => (email === null ? [] : readRecentListings(browserStorage(), email)), [email]);
}

/** Listings for a list that is empty: recent ones, then well-known ones, each once. */
export function startingListings(recent: readonly NamedListing[]): readonly NamedListing[] {
  const others = WELL_KNOWN.filter(({ symbol }) => recent.every((listing) => listing.symbol !== symbol));
  return [...recent, ...others].slice(0, SHOWN);
}
