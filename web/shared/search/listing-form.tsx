import { parseTicker, type Ticker } from '#compute';
import type { SearchResult } from '#worker/contract';
import { useId, useRef, useState, type ComponentType, type ReactNode, type SubmitEvent } from 'react';
import { useDeferredSubmit } from '../ui/browser-state.ts';
import { Button } from '../ui/button.tsx';
import { useExternalValue } from '../ui/external-value.ts';
import styles from './listing-form.module.css';
import { findListings, ListingSearch, useSuggestions } from './listing-search.tsx';
import type { NameMatch } from './look-up.ts';
import { NamedText, Quoted } from './ticker-text.tsx';

/** What Enter, the button or a suggestion came to. */
export interface ListingChoice {
  readonly ticker: Ticker;
  /** The company's, where it is known. */
  readonly name: string;
  /** What was typed, where that cannot be a ticker and named this one. */
  readonly text: string | null;
  readonly isSuggestion: boolean;
}

interface ListingFormProps {
  /** Fixed where the page is prerendered: an id of React's would change when it is hydrated. */
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly action: string;
  readonly initial?: string | undefined;
  /** Takes a listing. Returns why it cannot, or `null`, upon which the field is cleared unless `keepsText`. */
  readonly onEnter: (entered: ListingChoice) => string | null;
  readonly keepsText?: boolean | undefined;
  /** Stands below the field while there is nothing to say about its text. */
  readonly below?: ComponentType<{ text: string }>;
  /** What the page has made of the last text. */
  readonly named?: NameMatch | null;
}

/** What is said about a text, for as long as it is in the field. */
interface FieldMessage {
  readonly about: string;
  readonly isFault: boolean;
  readonly words: ReactNode;
}

/** A field for a listing, by ticker or name, with its button. What the page does with an unknown ticker is the page's. */
export function ListingForm(props: ListingFormProps) {
  const { label, action, initial, onEnter, keepsText = false, below: Below, named } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestions(initial);
  const { text } = useExternalValue(suggestions.value);
  const [said, setSaid] = useState<FieldMessage | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = said?.about === text ? said : null;

  function say(words: ReactNode, isFault = true) {
    setSaid({ about: suggestions.state().text, words, isFault });
  }

  function enter(entered: ListingChoice) {
    const problem = onEnter(entered);
    if (problem === null && !keepsText) suggestions.clear();
    if (problem !== null) say(problem);
    else if (entered.text !== null && !keepsText) {
      say(<NamedText symbol={entered.ticker} text={entered.text} />, false);
    }
  }

  function choose({ symbol, name }: SearchResult, typed: string | null = null) {
    const ticker = parseTicker(symbol);
    if (ticker.ok) enter({ ticker: ticker.value, name, text: typed, isSuggestion: typed === null });
  }

  /** A text that cannot be a ticker: the first result of a search for it. */
  async function lookUp(typed: string) {
    setBusy(true);
    const found = await findListings(typed).catch(() => null);
    setBusy(false);
    // Whoever has typed on meanwhile wants something else.
    if (suggestions.state().text !== typed) return;
    const [first] = found ?? [];
    if (first !== undefined) choose(first, typed);
    else if (found === null) say('Search isn’t responding. Try again, or enter the exact ticker.');
    else {
      say(
        <>
          No results for <Quoted text={typed.toLowerCase()} />.
        </>,
      );
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const known = suggestions.state().items;
    const entered = suggestions.submit();
    if (entered === null) {
      input.current?.focus();
      // The recent listings, which the focus opens, would cover what is said.
      suggestions.clear();
      say('Enter a ticker or company, such as AAPL or Apple.', false);
    } else if (typeof entered !== 'string') choose(entered);
    else {
      const ticker = parseTicker(entered);
      const name = known.find(({ symbol }) => symbol === entered)?.name ?? '';
      if (ticker.ok) enter({ ticker: ticker.value, name, text: null, isSuggestion: false });
      else void lookUp(entered);
    }
  }

  useDeferredSubmit();

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <ListingSearch
        id={id}
        label={label}
        inputRef={input}
        suggestions={suggestions}
        onChoose={(item) => choose(suggestions.choose(item))}
        aria-invalid={shown?.isFault || undefined}
        aria-describedby={shown === null ? undefined : `${id}-said`}
      />
      <Button type="submit" variant="primary" aria-busy={isBusy} busyLabel="Searching...">
        {action}
      </Button>
      <output id={`${id}-said`} className={styles.below}>
        {shown !== null && <span data-fault={shown.isFault || undefined}>{shown.words}</span>}
        {shown === null && (named ? <NamedText {...named} /> : Below && <Below text={text.trim()} />)}
      </output>
    </form>
  );
}

/** A list of tickers, each once, with a listing in the place of the text that names it. */
export function withNameMatch(tickers: readonly Ticker[], { text, symbol }: NameMatch): readonly Ticker[] {
  return [...new Set(tickers.map((ticker) => (ticker === text ? symbol : ticker)))];
}
