import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { afterNextPaint } from './first-screen.ts';

/** A screen-reader announcement: `text` is spoken once per subject `of`. */
export interface ScreenReaderMessage {
  readonly of: string;
  readonly text: string;
}

const MAX_TEXTS = 7;

/**
 * Tells a screen reader, politely, what is new: the texts whose subject was not among the last ones. A
 * changed price keeps its subject, so it is not announced. A subject that disappears and returns is
 * announced again. No news leaves no old text; `null`: more is
 * on its way, and comes with the rest.
 */
export function Announcement({ messages }: { messages: readonly ScreenReaderMessage[] | null }) {
  const { say, region } = useSpeech();
  const known = useRef<readonly string[]>([]);
  const tell = useEffectEvent((current: readonly ScreenReaderMessage[]) => {
    const fresh = current.filter(({ of }) => !known.current.includes(of));
    known.current = current.map(({ of }) => of);
    if (fresh.length === 0 && current.length > 0) return;
    const texts = fresh.slice(0, MAX_TEXTS).map(({ text }) => text);
    if (fresh.length > MAX_TEXTS) texts.push(`and ${fresh.length - MAX_TEXTS} more`);
    say(texts.join('; '));
  });
  // The region is there before its first text, or screen readers would not notice it.
  useEffect(() => afterNextPaint(() => messages && tell(messages)), [messages]);
  return region;
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/** Debounce, so that a screen reader does not stutter while a key is held down. */
const SPEAK_AFTER_MS = 200;

/** Speaks to a screen reader; `isHeld` is for what the next key may change. */
export function useSpeech() {
  const [spoken, setSpoken] = useState({ count: 0, text: '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function say(text: string, isDebounced = false) {
    clearTimeout(timer.current);
    const speak = () => setSpoken(({ count }) => ({ count: count + 1, text }));
    if (isDebounced) timer.current = setTimeout(speak, SPEAK_AFTER_MS);
    else speak();
  }
  const region = (
    <VisuallyHidden>
      {/* Another element each time, so that the same words are heard again. */}
      <output>
        <span key={spoken.count}>{spoken.text}</span>
      </output>
    </VisuallyHidden>
  );
  return { say, region };
}
