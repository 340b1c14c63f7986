import { parseTicker, type Ticker } from '#compute';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { upperCaseInPlace } from '../ui/text-input.ts';
import styles from './add-ticker-form.module.css';
import { tickerFault } from './ticker-text.ts';
import { useListingSearch } from './listing-search.ts';

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
