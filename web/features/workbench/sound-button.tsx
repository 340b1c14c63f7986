import { Square, Volume2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useViewport, type ChartLink } from '../../shared/charts/use-viewport.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx';
import { useBarClock } from './bar-clock.ts';
import type { WorkbenchSeries } from './workbench-series.ts';

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

  async function play() {
    const bars = candles.close.slice(from, to);
    if (bars.length < 2) return setSaid('There is nothing to hear.');
    const point = (index: number) =>
      `${format.price(candles.close[index] ?? Number.NaN, currency)}, ${clock.short(index)}`;
    try {
      // At once: some browsers allow sound only within the click itself.
      const own = new AudioContext();
      context.current = own;
      setPlaying(true);
      setSaid(`From ${point(from)}, to ${point(from + bars.length - 1)}.`);
      const { playPrices } = await import('./audio-trace.ts');
      if (context.current === own) playPrices(own, bars, stop);
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
        onClick={() => (isPlaying ? stop() : void play())}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </>
  );
}
