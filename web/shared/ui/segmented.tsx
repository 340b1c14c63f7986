import styles from './segmented.module.css';
import { formatDays } from '../format/format.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '#compute';

export type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A row of buttons of which one is pressed. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset aria-label={label} className={styles.group}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === value}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

const CHOICES = HORIZON_OPTIONS_DAYS.map((days) => ({
  value: String(days) as `${HorizonDays}`,
  label: formatDays(days),
}));

interface HorizonChoiceProps {
  readonly value: HorizonDays;
  readonly onChange: (days: HorizonDays) => void;
}

/** How far ahead: a row of buttons, one for each horizon of the forecast. */
export function HorizonChoice({ value, onChange }: HorizonChoiceProps) {
  return (
    <Segmented
      label="Horizon"
      options={CHOICES}
      value={`${value}`}
      onChange={(days) => onChange(Number(days) as HorizonDays)}
    />
  );
}
