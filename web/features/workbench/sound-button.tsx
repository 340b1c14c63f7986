import { Square, Volume2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useViewport, type ChartLink } from '../../shared/charts/use-viewport.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { useBarClock } from './chart/bar-clock.ts';
import type { WorkbenchSeries } from './chart/workbench-series.ts';

interface SoundButtonProps {
  readonly series: WorkbenchSeries;
  readonly currency: string;
  readonly link: ChartLink;
  /** Of the chart, so that what is heard is what is on screen. */
  readonly resetKey: string;
}

/** Plays the prices on screen as a tone that rises and falls, and says where it begins and ends. Escape stops it. */
export function SoundButton({ series, currency, link, resetKey }: SoundButtonProps) {
  const format = useFormat();
  const clock = useBarClock(series);
  const context = useRef<AudioContext>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [said, setSaid] = useState('');
  const { candles, dates, shown } = series;
  const { from, to } = useViewport(link.viewAtom, { total: dates.length, defaultBars: shown, resetKey });

  function stop() {
    void context.current?.close();
    context.current = null;
    setPlaying(false);
  }

  function play() {
    const bars = candles.close.slice(from, to);
    if (bars.length < 2) return setSaid('There is nothing to hear.');
    const point = (index: number) =>
      `${format.price(candles.close[index] ?? Number.NaN, currency)}, ${clock.short(index)}`;
    try {
      const own = new AudioContext();
      context.current = own;
      setPlaying(true);
      setSaid(`From ${point(from)}, to ${point(from + bars.length - 1)}.`);
      playPrices(own, bars, stop);
    } catch {
      stop();
      setSaid('The sound could not be played.');
    }
  }

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') stop();
  });
  useEffect(() => {
    if (!isPlaying) return;
    const listen = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isPlaying]);
  useEffect(() => () => void context.current?.close(), []);

  const Icon = isPlaying ? Square : Volume2;
  return (
    <>
      <IconButton
        label={isPlaying ? 'Stop the sound' : 'Play prices as sound'}
        onClick={() => (isPlaying ? stop() : play())}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </>
  );
}

/** An octave below and above the a of the violin. */
const LOWEST_HZ = 220;
const HIGHEST_HZ = 880;
const SECONDS = 4;
/** Modest: 1 is as loud as the device plays. */
const VOLUME = 0.12;
const FADE_SECONDS = 0.05;

/**
 * The pitch of each price, from 220 Hz for the lowest to 880 Hz for the highest; equal ratios of prices are equal intervals.
 * In the middle where all prices are the same. Prices are positive.
 */
export function pitches(prices: Float64Array): Float32Array {
  const low = Math.log(prices.reduce((a, b) => Math.min(a, b), Infinity));
  const high = Math.log(prices.reduce((a, b) => Math.max(a, b), 0));
  return Float32Array.from(prices, (price) => {
    const share = high > low ? (Math.log(price) - low) / (high - low) : 0.5;
    return LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** share;
  });
}

/** Plays two prices or more within four seconds; `onEnd` when it is over or was stopped by closing the context. */
function playPrices(context: AudioContext, prices: Float64Array, onEnd: () => void): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + FADE_SECONDS;
  const end = start + SECONDS;
  tone.type = 'triangle';
  tone.frequency.setValueCurveAtTime(pitches(prices), start, SECONDS);
  // Without a fade a tone begins and ends with a click.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(VOLUME, start + FADE_SECONDS);
  volume.gain.setValueAtTime(VOLUME, end - FADE_SECONDS);
  volume.gain.linearRampToValueAtTime(0, end);
  tone.connect(volume).connect(context.destination);
  tone.addEventListener('ended', onEnd);
  tone.start(start);
  tone.stop(end);
}
