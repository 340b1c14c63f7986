import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import styles from './field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type SelectProps<Value extends string> = {
  label: string;
  /** The label is read but not seen. */
  hideLabel?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A native select: one choice of a short list. */
export function Select<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <div className={styles.control}>
        <select
          id={id}
          className={styles.select}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} size={16} strokeWidth={1.75} aria-hidden />
      </div>
    </div>
  );
}
