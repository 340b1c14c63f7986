import { useEffect, useRef, useState } from 'react';
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx';

/** Long enough that a screen reader does not stutter while a key is held. */
const SPEAK_AFTER_MS = 200;

/** Tells a screen reader what has happened; `isHeld` is for what the next key may change. */
export function useSpeech() {
  const [spoken, setSpoken] = useState({ count: 0, text: '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function say(text: string, isHeld = false) {
    clearTimeout(timer.current);
    const speak = () => setSpoken(({ count }) => ({ count: count + 1, text }));
    if (isHeld) timer.current = setTimeout(speak, SPEAK_AFTER_MS);
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
