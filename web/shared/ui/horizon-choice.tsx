import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '#compute';
import { formatDays } from '../format/dates.ts';
import { Segmented } from './segmented.tsx';

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
