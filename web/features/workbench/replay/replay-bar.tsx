/** What a replay is told to do, and what it says of the forecast of its day. */
import { parseIsoDate, replayTexts, type IsoDate } from '#compute';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import styles from './replay-bar.module.css';
import { SPEEDS, type Replayed, type ReplayPlayer } from './use-replay.ts';

interface ReplayBarProps {
  readonly player: ReplayPlayer;
  readonly replayed: Replayed;
}

export function ReplayBar({ player, replayed: { day, listing, result } }: ReplayBarProps) {
  const format = useFormat();
  const { bar, last, isPlaying, speed, setSpeed } = player;
  return (
    <section className={styles.bar} aria-label="Replay">
      <div className={styles.controls}>
        <DayField key={player.first} day={day} player={player} />
        <input
          type="range"
          aria-label="Replay bar"
          aria-valuetext={format.isoDate(day)}
          min={0}
          max={last}
          value={bar ?? last}
          onChange={({ target }) => player.goToBar(target.valueAsNumber)}
        />
        <IconButton
          label="One bar back"
          disabled={bar === 0}
          icon={ChevronLeft}
          onClick={() => player.step(-1)}
        />
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? Pause : Play}
          onClick={player.play}
        />
        <IconButton
          label="One bar forward"
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
          Leave replay
        </Button>
        <p className={styles.words}>
          <strong>Replay: {format.isoDate(day)}</strong>, forecast computed today from the bars up to that
          day.
        </p>
      </div>
      {/* While it plays the words change too often to be spoken. */}
      <p className={styles.words} aria-live={isPlaying ? 'off' : 'polite'}>
        {result.ok
          ? replayTexts(format, result.value, listing.response.currency).join(' ')
          : result.error.reason === 'short_history'
            ? `No forecast: it needs ${result.error.needBars} bars, and up to this day there are ${result.error.gotBars}.`
            : 'The forecast of this day could not be computed.'}
      </p>
    </section>
  );
}

/** A date inside the history. What is typed on the way to one changes nothing. */
function DayField({ day, player }: { readonly day: IsoDate; readonly player: ReplayPlayer }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { first, latest } = player;
  return (
    <input
      type="date"
      aria-label="Replay day"
      className={styles.field}
      min={first}
      max={latest}
      value={typed ?? day}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (parseIsoDate(value) !== null && value >= first && value <= latest) player.goTo(value as IsoDate);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
