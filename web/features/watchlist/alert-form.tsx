import type { Format } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { AI_SIGNALS, type AiSignal } from '#compute';
import { useState, type FormEvent } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Field, Select } from '../../shared/ui/field.tsx';
import type { AlertRule } from '../../shared/watchlist/alert-rule.ts';
import styles from './alert-dialog.module.css';

const CONDITIONS = [
  { value: 'price above', label: 'Price at or above' },
  { value: 'price below', label: 'Price at or below' },
  { value: 'day_change above', label: 'Day change at or above' },
  { value: 'day_change below', label: 'Day change at or below' },
  { value: 'signal', label: 'Model signal is' },
] as const;

type Condition = (typeof CONDITIONS)[number]['value'];

const SIGNALS = AI_SIGNALS.toReversed().map((signal) => ({ value: signal, label: signal }));

interface AlertFormProps {
  readonly currency: string;
  readonly onAdd: (rule: AlertRule) => void;
}

/** A condition and its limit. */
export function AlertForm({ currency, onAdd }: AlertFormProps) {
  const format = useFormat();
  const [condition, setCondition] = useState<Condition>('price above');
  const [text, setText] = useState('');
  const [signal, setSignal] = useState<AiSignal>('BUY');
  const [error, setError] = useState<string | undefined>(undefined);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const rule = ruleOf(format, condition, text, signal);
    setError(typeof rule === 'string' ? rule : undefined);
    if (typeof rule === 'string') return;
    onAdd(rule);
    setText('');
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Select label="Tell me when" options={CONDITIONS} value={condition} onChange={setCondition} />
      {condition === 'signal' ? (
        <Select label="Signal" options={SIGNALS} value={signal} onChange={setSignal} />
      ) : (
        <Field
          label={condition.startsWith('price') ? `Price${currency && ` in ${currency}`}` : 'Percent'}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      )}
      <Button type="submit" variant="primary">
        Add alert
      </Button>
    </form>
  );
}

/** The rule that the form describes, or what is wrong with it. */
function ruleOf(format: Format, condition: Condition, text: string, signal: AiSignal): AlertRule | string {
  if (condition === 'signal') return { on: 'signal', signal };
  const [on, direction] = condition.split(' ') as ['price' | 'day_change', 'above' | 'below'];
  const value = format.parse(text.trim().replace(/%$/, ''));
  if (value === null) return `Type a number, such as ${format.fixed(182.5, 2)}.`;
  if (on === 'price' && value <= 0) return 'A price is above 0.';
  return { on, direction, value };
}
