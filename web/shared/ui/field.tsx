import { HORIZON_OPTIONS_DAYS, formatDays, type HorizonDays } from '#compute';
import { ChevronDown } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import styles from './field.module.css';
import { Button, classNames } from './button.tsx';

export type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  trailing?: ReactNode;
};

/** A labelled text input. Error and hint are tied to it, so a screen reader reads them with the field. */
export function Field({ label, error, hint, trailing, className, ...input }: FieldProps) {
  const id = useId();
  const describedBy = classNames(
    error !== undefined && `${id}-error`,
    hint !== undefined && `${id}-hint`,
    input['aria-describedby'],
  );
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={classNames(styles.control, error !== undefined && styles.invalid)}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy || undefined}
        />
        {trailing}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean; shortcut?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

interface SelectProps<Value extends string> extends ChoiceProps<Value> {
  hideLabel?: boolean;
  title?: string | undefined;
  name?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, name, title, options, value, onChange } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.control}>
        <select
          id={id}
          name={name}
          title={title}
          className={styles.select}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} size={16} strokeWidth={1.75} aria-hidden />
      </div>
    </div>
  );
}

export function Segmented<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset aria-label={label} className={styles.group}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === value}
          disabled={option.disabled}
          aria-keyshortcuts={option.shortcut}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

export function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
}

interface InlineFormProps {
  readonly action: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A field with an error takes the focus, so that screen readers read both. */
export function InlineForm({ action, onSubmit, children }: InlineFormProps) {
  return (
    <form
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault();
        flushSync(onSubmit);
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      }}
    >
      {children}
      <Button type="submit" variant="primary">
        {action}
      </Button>
    </form>
  );
}

export const HORIZON_CHOICES = HORIZON_OPTIONS_DAYS.map((days) => ({
  value: String(days) as `${HorizonDays}`,
  label: formatDays(days),
}));

type HorizonChoiceProps = { value: HorizonDays; onChange: (days: HorizonDays) => void };

export function HorizonChoice({ value, onChange }: HorizonChoiceProps) {
  return (
    <Segmented
      label="Horizon"
      options={HORIZON_CHOICES}
      value={`${value}`}
      onChange={(days) => onChange(Number(days) as HorizonDays)}
    />
  );
}
