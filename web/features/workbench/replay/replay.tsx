import { isoDate, replayTexts, type Format, type IsoDate } from '#compute';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import { atom, useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { DraftInput } from '../controls/controls.tsx';
import type { Replayed } from '../data/chart-series.ts';
import { barOn } from '../data/shown-chart.ts';
import { LINK, showAtom, viewAtom } from '../view/url-state.ts';
import { isDaily } from '../view/workbench-view.ts';
import styles from './replay.module.css';

/** Sessions before the latest one at which a replay starts, unless the crosshair is on a bar. */
const BACK_SESSIONS = 60;

const SPEEDS = ['1', '2', '5', '10'] as const;

/** Bars a second. */
const speedAtom = atom<(typeof SPEEDS)[number]>('1');

function dayAt(time: Float64Array, index: number): IsoDate {
  return isoDate(time[Math.min(Math.max(index, 0), time.length - 1)] ?? 0);
}

/** Starts a replay of a listing, or exits it. */
export const toggleReplayAtom = atom(null, (get, set, listing: Listing | null) => {
  const view = get(viewAtom);
  const time = listing?.finished.time ?? new Float64Array();
  const last = time.length - 1;
  if (view.replay !== null) set(showAtom, { replay: null });
  else if (last >= 0) {
    const cursorBar = isDaily(view) ? get(LINK.cursorAtom) : null;
    const range = isDaily(view) ? view.range : '3M';
    // The last bar has no next step.
    const start = cursorBar !== null && cursorBar < last ? cursorBar : last - BACK_SESSIONS;
    set(showAtom, { replay: dayAt(time, start), interval: 'day', range });
  }
});

export function ReplayBar({ listing, replayed }: { listing: Listing; replayed: Replayed }) {
  const format = useFormat();
  const [isPlaying, setPlaying] = useState(false);
  const { time } = listing.finished;
  return (
    <section className={styles.bar} aria-label="Replay">
      <div className={styles.controls}>
        <ReplayControls day={replayed.day} {...{ time, isPlaying, setPlaying }} />
        <p className="note">
          <strong>Replay: {format.isoDate(replayed.day)}</strong>. Forecast computed today, using only prices
          up to that day.
        </p>
      </div>
      {/* While playing, the text changes too often to be spoken. */}
      <p className="note" aria-live={isPlaying ? 'off' : 'polite'}>
        {outcomeText(format, replayed)}
      </p>
    </section>
  );
}

interface ReplayControlsProps {
  readonly time: Float64Array;
  /** The drawn day; while playing, the next step waits for it. */
  readonly day: IsoDate;
  readonly isPlaying: boolean;
  readonly setPlaying: (isPlaying: boolean) => void;
}

function ReplayControls({ time, day, isPlaying, setPlaying }: ReplayControlsProps) {
  const format = useFormat();
  const show = useSetAtom(showAtom);
  const speed = useAtomValueRawSync(speedAtom);
  const last = time.length - 1;
  const { replay } = useAtomValueRawSync(viewAtom);
  const bar = Math.max(barOn(time, replay ?? day), 0);
  const goToBar = (index: number) => show({ replay: dayAt(time, index) }, false);
  useEffect(() => {
    if (isPlaying && bar >= last) setPlaying(false);
    // The bar is on screen for a moment after its replay.
    if (!isPlaying || replay === null || bar >= last || day !== dayAt(time, bar)) return;
    const timer = setTimeout(() => goToBar(bar + 1), 1000 / Number(speed));
    return () => clearTimeout(timer);
  });
  function step(by: 1 | -1) {
    setPlaying(false);
    goToBar(bar + by);
  }
  const [play, playIcon] = isPlaying ? ['Pause', Pause] : ['Play', Play];
  const buttons = [
    ['Previous bar', ',', ChevronLeft, () => step(-1), bar === 0],
    [play, 'p', playIcon, () => setPlaying(!isPlaying), false],
    ['Next bar', '.', ChevronRight, () => step(1), bar === last],
  ] as const;
  return (
    <>
      <DraftInput
        key={time[0]}
        type="date"
        aria-label="Replay date"
        min={dayAt(time, 0)}
        max={dayAt(time, last)}
        value={day}
        onValue={(date) => show({ replay: date as IsoDate }, false)}
      />
      <input
        type="range"
        aria-label="Replay position"
        aria-valuetext={format.isoDate(day)}
        min={0}
        max={last}
        value={bar}
        onChange={({ target }) => goToBar(target.valueAsNumber)}
      />
      {buttons.map(([label, key, icon, onClick, disabled]) => (
        <IconButton key={key} label={label} aria-keyshortcuts={key} {...{ icon, onClick, disabled }} />
      ))}
      <Select
        label="Speed"
        hideLabel
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        value={speed}
        onChange={useSetAtom(speedAtom)}
      />
      <Button size="sm" onClick={() => show({ replay: null })}>
        Exit replay
      </Button>
    </>
  );
}

function outcomeText(format: Format, { result, listing }: Replayed): string {
  if (result.ok) return replayTexts(format, result.value, listing.response).join(' ');
  if (result.error.reason !== 'short_history') return 'Couldn’t compute this day’s forecast.';
  const { gotBars, needBars } = result.error;
  return `No forecast: only ${gotBars} sessions up to this day, and it needs ${needBars}.`;
}
