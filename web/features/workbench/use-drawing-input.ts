import { useEffect, useEffectEvent, type RefObject } from 'react';
import { isTyping } from '../../shared/ui/text-input.ts';

/** What presses and keys on the price mean for drawings. */
export interface DrawingInput {
  /** The plot of the chart that is on screen. */
  readonly plot: () => HTMLElement | null;
  /** Whether a press is for a drawing. If not, the chart has it. */
  readonly press: (event: PointerEvent) => boolean;
  /** A move with the button down or without. */
  readonly move: (event: PointerEvent, isPressed: boolean) => void;
  readonly release: (event: PointerEvent) => void;
  /** The browser has taken a press away. */
  readonly cancel: () => void;
  /** Whether a key of the focused chart is for a drawing. */
  readonly key: (event: KeyboardEvent) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** A second press this soon is the one that would reset the view. */
const DOUBLE_MS = 500;

/** The drawings have what is theirs before the chart's own gestures and keys do. */
export function useDrawingInput(root: RefObject<HTMLElement | null>, input: DrawingInput): void {
  const current = useEffectEvent(() => input);

  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    let pressed: number | null = null;
    let pressedMs = 0;

    const isOnPlot = ({ target }: Event) =>
      target instanceof Node && current().plot()?.contains(target) === true;

    element.addEventListener(
      'pointerdown',
      (event) => {
        if (pressed !== null || !isOnPlot(event) || !event.isPrimary) return;
        if (event.pointerType === 'mouse' && event.button !== 0) return;
        if (!current().press(event)) return;
        event.stopPropagation();
        pressed = event.pointerId;
        pressedMs = event.timeStamp;
        current().plot()?.setPointerCapture(event.pointerId);
      },
      options,
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        if (pressed === event.pointerId) {
          event.stopPropagation();
          current().move(event, true);
        } else if (pressed === null && event.pointerType === 'mouse' && isOnPlot(event)) {
          current().move(event, false);
        }
      },
      options,
    );
    for (const type of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(
        type,
        (event) => {
          if (pressed !== event.pointerId) return;
          event.stopPropagation();
          pressed = null;
          if (type === 'pointerup') current().release(event);
          else current().cancel();
        },
        options,
      );
    }
    element.addEventListener(
      'touchstart',
      (event) => {
        // A finger that draws does not scroll the page.
        if (pressed !== null) event.preventDefault();
      },
      { ...options, passive: false },
    );
    element.addEventListener(
      'dblclick',
      (event) => {
        if (event.timeStamp - pressedMs < DOUBLE_MS) event.stopPropagation();
      },
      options,
    );
    element.addEventListener(
      'keydown',
      (event) => {
        const isOnChart = event.target instanceof Element && event.target.role === 'application';
        if (!isOnChart || event.ctrlKey || event.metaKey || event.altKey || !current().key(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      options,
    );
    document.addEventListener(
      'keydown',
      (event) => {
        const key = event.key.toLowerCase();
        if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
        if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
        event.preventDefault();
        if (key === 'y' || event.shiftKey) current().redo();
        else current().undo();
      },
      { signal: listeners.signal },
    );
    return () => listeners.abort();
  }, [root]);
}
