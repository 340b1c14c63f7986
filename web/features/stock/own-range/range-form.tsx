import { numberInput, priceDecimals, readNumber } from '#compute';
import { useState } from 'react';
import { useSetAtom } from '../../../store.ts';
import { nowMs } from '../../../shared/api/server-clock.ts';
import { readAt } from '../../../shared/api/snapshot.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Field, InlineForm } from '../../../shared/ui/field.tsx';
import { saveOwnRange } from '../../../shared/user/own-ranges.ts';
import { editAtom } from '../../../shared/user/user-items.ts';
import styles from './own-range.module.css';
import { DraftOnChart, type End, type RangeOnChartProps } from './range-on-chart.tsx';

const NO_PRICE = 'Enter a price above 0.';

/** A price of this many times the current one has a separator at the wrong place, and could never be corrected. */
const MAX_MULTIPLE = 100;

/** Starts at the model's own 80 % range. Handles move in powers of ten, about a hundredth of that range. */
export function RangeForm({ data, onLayer, onSaved }: RangeOnChartProps & { readonly onSaved: () => void }) {
  const { response, candles, analysis } = data;
  const { date = '', low80 = NaN, high80 = NaN } = analysis.forecast.points.at(-1) ?? {};
  const { current_price: current } = response;
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const decimals = priceDecimals(response, current);
  const step = 10 ** Math.max(Math.floor(Math.log10((high80 - low80) / 50)), -decimals);
  const typed = (price: number) =>
    numberInput(format.region, Number((Math.round(price / step) * step).toFixed(decimals)));
  const [draft, setDraft] = useState(() => ({ low: typed(low80), high: typed(high80), why: '' }));
  const [errors, setErrors] = useState<Partial<Record<End, string | undefined>>>({});
  const low = readNumber(format.region, draft.low) ?? NaN;
  const high = readNumber(format.region, draft.high) ?? NaN;

  function change(name: keyof typeof draft, text: string) {
    setDraft({ ...draft, [name]: text });
    setErrors({});
  }

  function move(end: End, price: number) {
    const free = end === 'low' ? Math.min(price, high - step) : Math.max(price, low + step);
    change(end, typed(Number.isNaN(free) ? price : free));
  }

  function save() {
    const now = nowMs();
    const shown = { listing: readAt(data, now), candles, forecast: analysis.forecast, nowMs: now };
    const isTooHigh = high >= current * MAX_MULTIPLE;
    if (!isTooHigh && edit(saveOwnRange({ ...shown, low, high, why: draft.why })).length > 0)
      return onSaved();
    setErrors({ low: low > 0 ? undefined : NO_PRICE, high: highError(low, high, isTooHigh) });
  }

  const field = (name: keyof typeof draft) => ({
    autoComplete: 'off',
    value: draft[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) => change(name, target.value),
  });
  return (
    <>
      <p>
        You expect the close on {format.isoDate(date, 'weekday')} between these prices in 8 of 10 cases (80%).
        Type them, or move the handles.
      </p>
      <InlineForm action="Save range" onSubmit={save}>
        <Field label="Low" inputMode="decimal" error={errors.low} {...field('low')} />
        <Field label="High" inputMode="decimal" error={errors.high} {...field('high')} />
        <Field label="Why (optional)" className={styles.why} maxLength={200} {...field('why')} />
      </InlineForm>
      <DraftOnChart {...{ data, date, onLayer, step }} prices={{ low, high }} onMove={move} />
    </>
  );
}

/** What is wrong with the high end of a range that was not saved; nothing if it is the low end alone. */
function highError(low: number, high: number, isTooHigh: boolean): string | undefined {
  if (!(high > 0)) return NO_PRICE;
  if (isTooHigh) return `Enter a price under ${MAX_MULTIPLE} times the current one.`;
  if (low >= high) return 'Enter a price above the low one.';
  return low > 0 ? 'This close may be known already. Reload the page.' : undefined;
}
