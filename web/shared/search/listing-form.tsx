import { parseTicker, type Ticker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useAtomValueRawSync, useStore, type Store } from '../../store.ts';
import { useDeferredSubmit } from '../browser/browser-state.ts';
import { Button } from '../ui/button.tsx';
import styles from './listing-form.module.css';
import { enteredTicker, ListingSearch, loadList, useSuggestions } from './listing-search.tsx';
import type { NameMatch } from '../api/client.ts';
import { NameMatchText, Quoted } from './ticker-text.tsx';

export interface ListingChoice {
  readonly ticker: Ticker;
  readonly name: string;
  /** The typed text, if it cannot be a ticker but named this listing. */
  readonly text: string | null;
}

interface ListingFormProps {
  /** Required on prerendered pages: an id from React would change at hydration. */
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly action: string;
  readonly initial?: string | undefined;
  /** Takes a listing. Returns an error, or `null`; then the field is cleared. */
  readonly onEnter: (choice: ListingChoice) => string | null;
  /** The page's match for the last text, shown while there is no message about its text. */
  readonly nameMatch?: NameMatch | null;
  /** More fields, which an error may be about. An unknown ticker is then searched for, because the page loads nothing that checks it. */
  readonly children?: ReactNode;
}

function meaningOf(store: Store, text: string) {
  return loadList()
    .then(({ findMeaning }) => findMeaning(store, text))
    .catch(() => null);
}

function useEntry({ initial, onEnter, children }: ListingFormProps) {
  const store = useStore();
  const suggestions = useSuggestions(initial);
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState<{ about: string; isError: boolean; words: ReactNode } | null>(null);
  const [isBusy, setBusy] = useState(false);

  function say(words: ReactNode, isError = true) {
    setMessage({ about: suggestions.state.text, words, isError });
  }

  function enter(choice: ListingChoice) {
    const error = onEnter(choice);
    if (error !== null) return say(error, !children);
    if (children) input.current?.focus();
    suggestions.reset('');
    if (choice.text !== null) say(<NameMatchText symbol={choice.ticker} text={choice.text} />, false);
  }

  function choose({ symbol, name }: SearchResult, typed: string | null = null) {
    const ticker = parseTicker(symbol);
    if (ticker.ok) enter({ ticker: ticker.value, name, text: typed });
  }

  /** Takes the listing that a text means, by the search. If the search fails, a ticker is taken as it is. */
  async function lookUp(typed: string, ticker: Ticker | null) {
    setBusy(true);
    const meaning = await meaningOf(store, typed);
    setBusy(false);
    // The user has typed something else in the meantime.
    if (suggestions.state.text !== typed) return;
    if (meaning === null && ticker !== null) return enter({ ticker, name: '', text: null });
    if (meaning === null) return say('Search isn’t responding. Try again, or enter the exact ticker.');
    const { found, note } = meaning;
    const exact = found.find(({ symbol }) => symbol === ticker);
    const listing = exact ?? meaning.listing;
    if (listing !== null) return choose(suggestions.choose(listing), exact ? null : typed);
    suggestions.offer(found);
    say(note || <NoResults text={typed} />);
  }

  /** Reads the state: a form submitted before hydration is submitted again before the typed text is rendered. */
  function submit() {
    const known = suggestions.state.items;
    const entered = suggestions.submit();
    if (entered === null) {
      input.current?.focus();
      // The focus opens the recent listings, which would cover the message.
      suggestions.reset('');
      return say('Enter a ticker or company, such as AAPL or Apple.', false);
    }
    if (typeof entered !== 'string') return choose(entered);
    const ticker = enteredTicker(entered);
    const listing = known.find(({ symbol }) => symbol === ticker);
    if (ticker === null || (children && !listing)) return void lookUp(entered, ticker);
    enter({ ticker, name: listing?.name ?? '', text: null });
  }

  return { suggestions, input, message, isBusy, choose, submit };
}

function NoResults({ text }: { readonly text: string }) {
  return (
    <>
      No results for <Quoted text={text.toLowerCase()} />.
    </>
  );
}

/** A field for a ticker or company name, with its button. The page itself handles unknown tickers. */
export function ListingForm(props: ListingFormProps) {
  const { label, action, nameMatch, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const { suggestions, input, message, isBusy, choose, submit } = useEntry(props);
  const { text } = useAtomValueRawSync(suggestions.stateAtom);
  const shown = message?.about === text ? message : null;
  useDeferredSubmit();

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ListingSearch
        id={id}
        label={label}
        inputRef={input}
        suggestions={suggestions}
        onChoose={(item) => choose(suggestions.choose(item))}
        aria-invalid={shown?.isError || undefined}
        aria-describedby={shown === null ? undefined : `${id}-said`}
      />
      {children}
      <Button type="submit" variant="primary" aria-busy={isBusy} busyLabel="Searching…">
        {action}
      </Button>
      <output id={`${id}-said`} className={styles.below}>
        {shown !== null && <span data-error={shown.isError || undefined}>{shown.words}</span>}
        {shown === null && nameMatch && <NameMatchText {...nameMatch} />}
      </output>
    </form>
  );
}

export function withNameMatch(tickers: readonly Ticker[], { text, symbol }: NameMatch): readonly Ticker[] {
  return [...new Set(tickers.map((ticker) => (ticker === text ? symbol : ticker)))];
}
