import { lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import { useUserText } from '../../shared/state/user-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Part } from '../../shared/ui/part.tsx';
import type { DrawingPartProps } from './drawing-part.tsx';
import { DRAW_MENU_ID } from './tool-popover.tsx';

const DrawingPart = lazy(async () => ({ default: (await import('./drawing-part.tsx')).DrawingPart }));

/** Drawings and their tools. The code is loaded when the user has drawn something or wants to. */
export function DrawingSlot(props: Omit<DrawingPartProps, 'opensAtOnce'>) {
  const [stored] = useUserText('drawings');
  const [isWanted, setWanted] = useState(false);
  const button = createPortal(
    <Button
      id={DRAW_MENU_ID}
      size="sm"
      aria-haspopup="dialog"
      busy={isWanted}
      onClick={() => setWanted(true)}
    >
      Draw
    </Button>,
    props.toolbar,
  );
  if (stored === null && !isWanted) return button;
  return (
    <Part waiting={button}>
      <DrawingPart {...props} opensAtOnce={isWanted} />
    </Part>
  );
}
