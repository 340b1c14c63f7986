/** Bar replay: chart and forecast as of an earlier close, and the steps from one close to the next. */
import {
  changePercent,
  isoDate,
  parseIsoDate,
  replayTexts,
  sliceCandles,
  type Candles,
  type ForecastError,
  type IsoDate,
  type ReplayedForecast,
  type Result,
} from '#compute';
import { skipToken, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { basisOf } from '../../../shared/api/stock-api.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { computeClient } from '../../../shared/offthread/compute-client.ts';
import type { JobFailure } from '../../../shared/offthread/thread.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../../store.ts';
import { DraftInput } from '../controls/draft-input.tsx';
import styles from './replay.module.css';
import { endOf } from '../data/workbench-data.ts';
import { LINK } from '../chart/chart-link.ts';
import {
  isDaily,
  moveReplayAtom,
  show,
  urlViewAtom,
  viewAtom,
  type WorkbenchView,
} from '../view/workbench-view.ts';

/** Sessions before the latest one at which a replay starts, unless the crosshair is on a bar. */
const BACK_SESSIONS = 60;

/** The URL follows after this pause, because browsers refuse hundreds of URL changes within seconds. */
const SETTLE_MS = 400;

/** Bars per second. */
const SPEEDS = ['1', '2', '5', '10'] as const;
type Speed = (typeof SPEEDS)[number];

/** Index of the last bar on or before a date; −1 if all are later. */
function barOn(time: Float64Array, date: string): number {
  const until = parseIsoDate(date) ?? Number.NaN;
  return time.findLastIndex((at) => at <= until);
}

export function barsUntil(candles: Candles, date: string): Candles {
  return sliceCandles(candles, 0, barOn(candles.time, date) + 1);
}

export interface Replayed {
  /** The listing without anything that became known later. */
  readonly listing: Listing;
  readonly day: IsoDate;
  /** The forecast from that day's close. */
  readonly result: Result<ReplayedForecast, ForecastError | JobFailure>;
}

/** A listing as of the close of the view's replay day; `null` without one, and until its forecast is computed. */
export function useReplayed(
  listing: Listing | null,
  { replay: date, horizonDays }: Pick<WorkbenchView, 'replay' | 'horizonDays'>,
): Replayed | null {
  const finished = listing?.finished;
  const bar = date === null || finished === undefined ? null : Math.max(barOn(finished.time, date), 0);
  const { data: result } = useQuery({
    queryKey: ['replay', listing?.ticker, listing?.response.source, bar, horizonDays, ...endOf(finished)],
    queryFn:
      listing === null || bar === null
        ? skipToken
        : ({ signal }): Promise<Replayed['result']> =>
            computeClient().run(
              (api) => api.replayedForecast(listing.finished, bar, horizonDays, basisOf(listing.response)),
              signal,
            ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (listing === null || bar === null || result === undefined) return null;
    const candles = sliceCandles(listing.finished, 0, bar + 1);
    const [before = Number.NaN, currentPrice = Number.NaN] = [candles.close.at(-2), candles.close.at(-1)];
    const { indicators, performance } = listing.analysis;
    const analysis = {
      indicators,
      performance,
      currentPrice,
      dayChange: currentPrice - before,
      dayChangePercent: changePercent(before, currentPrice),
    };
    const day = isoDate(candles.time.at(-1) ?? 0);
    return { listing: { ...listing, candles, finished: candles, analysis }, day, result };
  }, [listing, bar, result]);
}

/** Writes the replay day that is on screen into the URL after a pause. */
function useReplayUrl(): void {
  const { replay: day } = useAtomValueRawSync(viewAtom);
  const { replay } = useAtomValueRawSync(urlViewAtom);
  useEffect(() => {
    if (day === replay) return;
    const timer = setTimeout(() => show({ replay: day }, false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [day, replay]);
}

export type ReplayPlayer = ReturnType<typeof useReplayPlayer>;

/** Starts, steps, plays and exits a replay. While playing, a step waits until the previous one, `shownDay`, is drawn. */
export function useReplayPlayer(listing: Listing | null, shownDay: IsoDate | null) {
  useReplayUrl();
  const view = useAtomValueRawSync(viewAtom);
  const moveTo = useSetAtom(moveReplayAtom);
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
    show({ replay: dayAt(cursorBar ?? last - BACK_SESSIONS), interval: 'day', range });
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
  readonly player: ReplayPlayer;
  readonly replayed: Replayed;
}

/** The controls of a replay, and what became of that day's forecast. */
export function ReplayBar({ player, replayed: { day, listing, result } }: ReplayBarProps) {
  const format = useFormat();
  const { bar, last, isPlaying, speed, setSpeed } = player;
  return (
    <section className={styles.bar} aria-label="Replay">
      <div className={styles.controls}>
        <DraftInput
          key={player.first}
          type="date"
          aria-label="Replay date"
          className={styles.field}
          min={player.first}
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
          value={speed}
          onChange={setSpeed}
        />
        <Button size="sm" onClick={player.toggle}>
          Exit replay
        </Button>
        <p className={styles.words}>
          <strong>Replay: {format.isoDate(day)}</strong>. Forecast computed today, using only prices up to
          that day.
        </p>
      </div>
      {/* While playing, the text changes too often to be spoken. */}
      <p className={styles.words} aria-live={isPlaying ? 'off' : 'polite'}>
        {result.ok
          ? replayTexts(format, result.value, listing.response).join(' ')
          : result.error.reason === 'short_history'
            ? `No forecast: only ${result.error.gotBars} sessions up to this day, and it needs ${result.error.needBars}.`
            : 'Couldn’t compute this day’s forecast.'}
      </p>
    </section>
  );
}
