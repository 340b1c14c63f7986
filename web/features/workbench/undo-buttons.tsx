import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useSpeech } from '../../shared/ui/announcement.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { listen } from '../../shared/ui/listen.ts';
import { isTyping } from '../../shared/user-data/settings.ts';
import type { Steps } from './use-steps.ts';

/** Steps back and forth through what was done on the chart, by button and by key. */
export function UndoButtons({ steps }: { readonly steps: Steps }) {
  const { say, region } = useSpeech();
  const undo = { name: 'Undo', done: 'Undone', icon: Undo2, text: steps.undoText, go: steps.undo };
  const redo = { name: 'Redo', done: 'Redone', icon: Redo2, text: steps.redoText, go: steps.redo };

  function act({ name, done, text, go }: typeof undo) {
    say(text === null ? `Nothing to ${name.toLowerCase()}.` : `${done}: ${text}.`);
    go();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    act(key === 'y' || event.shiftKey ? redo : undo);
  });
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), []);

  return (
    <>
      {[undo, redo].map((way) => (
        <IconButton
          key={way.name}
          label={way.text === null ? way.name : `${way.name}: ${way.text}`}
          aria-disabled={way.text === null || undefined}
          onClick={() => act(way)}
          icon={way.icon}
        />
      ))}
      {region}
    </>
  );
}
