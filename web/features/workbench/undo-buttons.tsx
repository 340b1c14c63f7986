import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useSpeech } from '../../shared/ui/announcement.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { listen } from '../../shared/ui/listen.ts';
import { isTyping } from '../../shared/user-data/settings.ts';
import type { Steps } from './use-steps.ts';

/** Steps back and forth through what was done on the chart, by button and by key. */
export function UndoButtons({ steps: { undoText, redoText, ...steps } }: { readonly steps: Steps }) {
  const { say, region } = useSpeech();

  function undo() {
    say(undoText === null ? 'Nothing to undo.' : `Undone: ${undoText}.`);
    steps.undo();
  }

  function redo() {
    say(redoText === null ? 'Nothing to redo.' : `Redone: ${redoText}.`);
    steps.redo();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), []);

  return (
    <>
      <IconButton
        label={undoText === null ? 'Undo' : `Undo: ${undoText}`}
        aria-disabled={undoText === null || undefined}
        onClick={undo}
        icon={Undo2}
      />
      <IconButton
        label={redoText === null ? 'Redo' : `Redo: ${redoText}`}
        aria-disabled={redoText === null || undefined}
        onClick={redo}
        icon={Redo2}
      />
      {region}
    </>
  );
}
