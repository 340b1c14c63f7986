import { useEffect, useRef, useState, type ReactNode } from 'react';
import { afterNextPaint } from './first-screen.ts';

/** What a screen reader is told: `text`, once for each subject that `of` names. */
export interface News {
  readonly of: string;
  readonly text: string;
}

/** A whole watchlist read out would take minutes. */
const MAX_TEXTS = 7;

/**
 * Tells a screen reader, politely, what is new: the texts whose subject was not among the last ones. A price that moves keeps
 * its subject and stays unsaid; a subject that goes and comes back is news again. `null`: more is on its way, and comes with
 * the rest. The region is there before its first text, or screen readers would not notice it.
 */
export function Announcement({ news }: { news: readonly News[] | null }) {
  const [spoken, setSpoken] = useState({ count: 0, text: '' });
  const known = useRef<readonly string[]>([]);
  useEffect(
    () =>
      afterNextPaint(() => {
        if (news === null) return;
        const fresh = news.filter(({ of }) => !known.current.includes(of));
        known.current = news.map(({ of }) => of);
        if (fresh.length === 0) return;
        const texts = fresh.slice(0, MAX_TEXTS).map(({ text }) => text);
        if (fresh.length > MAX_TEXTS) texts.push(`and ${fresh.length - MAX_TEXTS} more`);
        setSpoken(({ count }) => ({ count: count + 1, text: texts.join('; ') }));
      }),
    [news],
  );
  return (
    <VisuallyHidden>
      {/* Another element each time, so that the same words are heard again. */}
      <output>{spoken.count > 0 && <span key={spoken.count}>{spoken.text}</span>}</output>
    </VisuallyHidden>
  );
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
