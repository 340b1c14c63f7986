import { useRef, useState } from 'react';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { nowMs } from '../../../shared/api/server-clock.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { userAtom } from '../../../shared/sign-in/auth.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { useNow } from '../../../shared/ui/use-now.ts';
import { forecastKey, journalOnChart } from '../../../shared/user/forecast-journal.ts';
import {
  canTakeBack,
  ownRangesAtom,
  spentRangesAtom,
  takeBackOwnRange,
  type OwnRange,
} from '../../../shared/user/own-ranges.ts';
import { editAtom } from '../../../shared/user/user-items.ts';
import styles from './own-range.module.css';
import { RangeForm } from './range-form.tsx';
import { SavedRangeOnChart, type RangeOnChartProps } from './range-on-chart.tsx';

/** Open ranges named in the part, besides the one beside the forecast on screen. */
const NAMED = 3;

/** A user's own ranges: one line, in which the one beside the forecast on screen, the other open ones and the form fold open. */
export function OwnRanges({ data, onLayer }: RangeOnChartProps) {
  const { response, analysis } = data;
  const key = forecastKey(response, analysis.forecast);
  const format = useFormat();
  const summary = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = useAtomValueRawSync(userAtom) !== null;
  const isSpent = useAtomValueRawSync(spentRangesAtom).has(key);
  const open = useOpenRanges(data);
  const current = open.find((range) => range.key === key);
  const others = open.filter((range) => range !== current).slice(-NAMED);
  const onChart = current ?? others.at(-1);
  const hasForm = isOpen && !current && !isSpent;
  const rangeText = ({ own_low: low, own_high: high, target_date: date }: OwnRange) =>
    `${format.range(low, high, response)} on ${format.isoDate(date, 'short')}`;

  /** The control that was pressed is gone, so the focus goes to the line, which says what is saved now. */
  const finish = () => summary.current?.focus({ preventScroll: true });

  if (!isSignedIn) return null;
  return (
    <>
      <details
        className={styles.part}
        data-saved={current !== undefined || undefined}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary ref={summary}>
          {current ? (
            <>
              Your range: <strong>{rangeText(current)}</strong>
            </>
          ) : (
            'Add your range'
          )}
        </summary>
        {current?.why !== undefined && <p>“{current.why}”</p>}
        {current && <TakeBack range={current} onTaken={finish} />}
        {!current && isSpent && <p>You removed this range. You can add one after the next close.</p>}
        {hasForm && <RangeForm {...{ data, onLayer }} onSaved={finish} />}
        {others.length > 0 && <p>Other open ranges: {others.map(rangeText).join('; ')}.</p>}
      </details>
      {!hasForm && onChart && <SavedRangeOnChart {...{ data, onLayer }} range={onChart} />}
    </>
  );
}

/** Ranges of the listing and horizon on screen that have no outcome yet, in the chart's scale. */
function useOpenRanges({ response, candles, analysis }: RangeOnChartProps['data']): readonly OwnRange[] {
  const { baseDate, horizonDays } = analysis.forecast;
  return journalOnChart(useAtomValueRawSync(ownRangesAtom), { listing: response, candles }).filter(
    ({ horizon_days: days, outcome, target_date: date }) =>
      days === horizonDays && outcome === null && date >= baseDate,
  );
}

function TakeBack({ range, onTaken }: { readonly range: OwnRange; readonly onTaken: () => void }) {
  const edit = useSetAtom(editAtom);
  if (!canTakeBack(range, useNow(canTakeBack(range, nowMs()) ? 1000 : undefined)))
    return <p>It stays until it settles.</p>;
  return (
    <Button
      size="sm"
      onClick={() => {
        edit(takeBackOwnRange(range.key, nowMs()));
        onTaken();
      }}
    >
      Take back
    </Button>
  );
}
