import { isoDate, replayTexts, type Format, type IsoDate } from '#compute';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../../store.ts';
import { DraftInput } from '../controls/controls.tsx';
import type { Replayed } from '../data/chart-series.ts';
import { barOn } from '../data/shown-chart.ts';
import { LINK, showAtom, viewAtom } from '../view/url-state.ts';
import { isDaily } from '../view/workbench-view.ts';
import styles from './replay.module.css';

/** Sessions before the latest one at which a replay starts, unless the crosshair is on a bar. */
const BACK_SESSIONS = 60;

const SPEEDS = ['1', '2', '5', '10'] as const;
type Speed = (typeof SPEEDS)[number];

/** Starts, steps, plays and exits a replay. While playing, a step waits until the previous one, `shownDay`, is drawn. */
export function useReplayPlayer(listing: Listing | null, shownDay: IsoDate | null) {
  const view = useAtomValueRawSync(viewAtom);
  const show = useSetAtom(showAtom);
  const moveTo = (day: IsoDate) => show({ replay: day }, false);
  const store = useStore();
  const [isStarted, setStarted] = useState(false);
  const [speed, setSpeed] = useState<Speed>('1');
  const time = listing?.finished.time ?? new Float64Array();
  const last = time.length - 1;
  const bar = view.replay === null ? null : Math.max(barOn(time, view.replay), 0);
  const isPlaying = isStarted && bar !== null && bar < last;
  const dayAt = (index: number) => isoDate(time[Math.min(Math.max(index, 0), last)] ?? 0);
  useEffect(() => {
    if (!isPlaying || shownDay !== dayAt(bar)) return;
    const timer = setTimeout(() => moveTo(dayAt(bar + 1)), 1000 / Number(speed));
    return () => clearTimeout(timer);
  });

  function toggle() {
    setStarted(false);
    if (last < 0) return;
    if (bar !== null) {
      show({ replay: null });
      return;
    }
    const cursorBar = isDaily(view) ? store.get(LINK.cursorAtom) : null;
    const range = isDaily(view) ? view.range : '3M';
    // The last bar has no next step.
    const start = cursorBar !== null && cursorBar < last ? cursorBar : last - BACK_SESSIONS;
    show({ replay: dayAt(start), interval: 'day', range });
  }

  return {
    bar,
    last,
    first: dayAt(0),
    latest: dayAt(last),
    isPlaying,
    speed,
    setSpeed,
    toggle,
    play: () => setStarted(!isPlaying),
    goTo: moveTo,
    goToBar: (index: number) => moveTo(dayAt(index)),
    step(by: 1 | -1) {
      setStarted(false);
      if (bar !== null) moveTo(dayAt(bar + by));
    },
  };
}

interface ReplayBarProps {
  readonly player: ReturnType<typeof useReplayPlayer>;
  readonly replayed: Replayed;
}

export function ReplayBar({ player, replayed }: ReplayBarProps) {
  const format = useFormat();
  return (
    <section className={styles.bar} aria-label="Replay">
      <div className={styles.controls}>
        <ReplayControls player={player} replayed={replayed} />
        <p className={styles.words}>
          <strong>Replay: {format.isoDate(replayed.day)}</strong>. Forecast computed today, using only prices
          up to that day.
        </p>
      </div>
      {/* While playing, the text changes too often to be spoken. */}
      <p className={styles.words} aria-live={player.isPlaying ? 'off' : 'polite'}>
        {outcomeText(format, replayed)}
      </p>
    </section>
  );
}

function ReplayControls({ player, replayed: { day } }: ReplayBarProps) {
  const format = useFormat();
  const { bar, first, last, isPlaying } = player;
  return (
    <>
      <DraftInput
        key={first}
        type="date"
        aria-label="Replay date"
        className={styles.field}
        min={first}
        max={player.latest}
        value={day}
        onValue={(date) => player.goTo(date as IsoDate)}
      />
      <input
        type="range"
        aria-label="Replay position"
        aria-valuetext={format.isoDate(day)}
        min={0}
        max={last}
        value={bar ?? last}
        onChange={({ target }) => player.goToBar(target.valueAsNumber)}
      />
      <IconButton
        label="Previous bar"
        aria-keyshortcuts=","
        disabled={bar === 0}
        icon={ChevronLeft}
        onClick={() => player.step(-1)}
      />
      <IconButton
        label={isPlaying ? 'Pause' : 'Play'}
        aria-keyshortcuts="p"
        icon={isPlaying ? Pause : Play}
        onClick={player.play}
      />
      <IconButton
        label="Next bar"
        aria-keyshortcuts="."
        disabled={bar === last}
        icon={ChevronRight}
        onClick={() => player.step(1)}
      />
      <Select
        label="Speed"
        hideLabel
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        value={player.speed}
        onChange={player.setSpeed}
      />
      <Button size="sm" onClick={player.toggle}>
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
