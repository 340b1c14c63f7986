import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { afterNextPaint } from '../browser/first-screen.ts';

/** A screen-reader announcement: `text` is spoken once per subject `of`. */
export interface ScreenReaderMessage {
  readonly of: string;
  readonly text: string;
}

const MAX_TEXTS = 7;

/** Announces messages whose subject is new. An empty list clears the region; `null`, while loading, announces nothing. */
export function Announcement({ messages }: { messages: readonly ScreenReaderMessage[] | null }) {
  const { say, region } = useSpeech();
  const known = useRef<readonly string[]>([]);
  const announce = useEffectEvent((current: readonly ScreenReaderMessage[]) => {
    const fresh = current.filter(({ of }) => !known.current.includes(of));
    known.current = current.map(({ of }) => of);
    if (fresh.length === 0 && current.length > 0) return;
    const texts = fresh.slice(0, MAX_TEXTS).map(({ text }) => text);
    if (fresh.length > MAX_TEXTS) texts.push(`and ${fresh.length - MAX_TEXTS} more`);
    say(texts.join('; '));
  });
  // After the next paint: screen readers ignore a region that appears together with its text.
  useEffect(() => afterNextPaint(() => messages && announce(messages)), [messages]);
  return region;
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/** Debounce while a key is held down, so that a screen reader does not stutter. */
const SPEAK_AFTER_MS = 200;

/** A live region and a function that speaks through it; `isDebounced` is for texts that a held key replaces. */
export function useSpeech() {
  const [spoken, setSpoken] = useState({ count: 0, text: '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = useCallback((text: string, isDebounced = false) => {
    clearTimeout(timer.current);
    const speak = () => setSpoken(({ count }) => ({ count: count + 1, text }));
    if (isDebounced) timer.current = setTimeout(speak, SPEAK_AFTER_MS);
    else speak();
  }, []);
  const region = (
    <VisuallyHidden>
      {/* A new element each time, so that a repeated text is spoken again. */}
      <output>
        <span key={spoken.count}>{spoken.text}</span>
      </output>
    </VisuallyHidden>
  );
  return { say, region };
}
