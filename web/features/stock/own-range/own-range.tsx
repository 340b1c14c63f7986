import { useRef, useState } from 'react';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { nowMs } from '../../../shared/api/server-clock.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { userAtom } from '../../../shared/sign-in/auth.ts';
import { useSpeech } from '../../../shared/ui/announcement.tsx';
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
import { RangeOnChart, type RangeOnChartProps } from './range-on-chart.tsx';

/** Open ranges named below the chart, which shows one. */
const NAMED = 3;

/** A user's own ranges beside the forecast on screen: the open ones, and a form for the next. */
export function OwnRanges({ data, onLayer }: Pick<RangeOnChartProps, 'data' | 'onLayer'>) {
  const { response, candles, analysis } = data;
  const { baseDate, horizonDays } = analysis.forecast;
  const key = forecastKey(response, analysis.forecast);
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const { say, region } = useSpeech();
  const root = useRef<HTMLDivElement>(null);
  const [isSetting, setSetting] = useState(false);
  const isSignedIn = useAtomValueRawSync(userAtom) !== null;
  const isSpent = useAtomValueRawSync(spentRangesAtom).has(key);
  const open = journalOnChart(useAtomValueRawSync(ownRangesAtom), { listing: response, candles }).filter(
    ({ horizon_days: days, outcome, target_date: date }) =>
      days === horizonDays && outcome === null && date >= baseDate,
  );
  const current = open.find((range) => range.key === key);
  const onChart = current ?? open.at(-1);
  const hasForm = isSetting && !current && !isSpent;

  /** The control that was pressed is gone, so the focus goes to the whole. */
  function finish(spoken: string) {
    setSetting(false);
    say(spoken);
    root.current?.focus({ preventScroll: true });
  }

  if (!isSignedIn) return null;
  return (
    <div ref={root} role="group" aria-label="Your range" tabIndex={-1} className={styles.part}>
      {open.slice(-NAMED).map((range) => (
        <p key={range.key}>
          Your range: <strong>{format.range(range.own_low, range.own_high, response)}</strong> on{' '}
          {format.isoDate(range.target_date, 'weekday')}. {range.why !== undefined && `“${range.why}” `}
          <TakeBack
            range={range}
            onPress={() => {
              edit(takeBackOwnRange(range.key, nowMs()));
              finish('You took your range back.');
            }}
          />
        </p>
      ))}
      {isSpent && <p className="note">You removed this range. You can add one after the next close.</p>}
      {!isSpent && !current && (
        <details className="disclosure" onToggle={({ currentTarget }) => setSetting(currentTarget.open)}>
          <summary>Add your range</summary>
          {hasForm && (
            <RangeForm
              {...{ data, onLayer }}
              onSaved={(low, high) => finish(`Your range is saved: ${format.range(low, high, response)}.`)}
            />
          )}
        </details>
      )}
      {!hasForm && onChart && (
        <RangeOnChart
          {...{ data, onLayer }}
          date={onChart.target_date}
          prices={{ low: onChart.own_low, high: onChart.own_high }}
        />
      )}
      {region}
    </div>
  );
}

function TakeBack({ range, onPress }: { readonly range: OwnRange; readonly onPress: () => void }) {
  if (!canTakeBack(range, useNow(1000))) return 'It stays until it settles.';
  return (
    <Button size="sm" onClick={onPress}>
      Take back
    </Button>
  );
}
