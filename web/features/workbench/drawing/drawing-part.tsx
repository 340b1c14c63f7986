import { datesAfter } from '#compute';
import { Copy, Lock, LockOpen, Trash2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { listen } from '../../../shared/browser/listen.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useSpeech } from '../../../shared/ui/announcement.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { priceScaleOf } from '../../../shared/user/anchor.ts';
import { drawingsAtom, MAX_TEXT, type Drawing } from '../../../shared/user/drawings.ts';
import { useAtomValueRawSync } from '../../../store.ts';
import type { DrawnChart } from '../data/chart-series.ts';
import { isDaily } from '../view/workbench-view.ts';
import { useDesk, type DrawingDesk } from './desk.ts';
import { DrawMenu, StyleMenu } from './draw-menu.tsx';
import { listenForDrawing, pressDrawingKey } from './input.ts';
import { priceText } from './shapes.ts';
import { drawingsOn, drawingStateAtom, hintOf, IDLE, type PendingDrawing } from './state.ts';
import { TOOLS } from './tools.ts';
import styles from './drawings.module.css';

interface DrawingPartProps {
  readonly chart: DrawnChart;
  readonly root: RefObject<HTMLElement | null>;
  readonly toolbar: HTMLElement;
}

export function DrawingPart({ chart, root, toolbar }: DrawingPartProps) {
  const desk = useDesk();
  const { listing, series } = chart;
  const { ticker, response, traded } = listing;
  const history = listing.candles.time;
  const { say, region } = useSpeech();
  const format = useFormat();
  const textContext = useMemo(() => {
    const latestSession = history[history.length - 1] ?? 0;
    const sessions = datesAfter(-Infinity, history, traded.sessions);
    return { format, quoted: response, sessions, latestSession, timeZone: traded.listing.timezone };
  }, [format, response, history, traded]);
  // Daily bars go on with the sessions to come.
  const dates = isDaily(chart.view) ? textContext.sessions : series.dates;
  const today = useMemo(() => priceScaleOf(listing), [listing]);
  const list = drawingsOn(useAtomValueRawSync(drawingsAtom), ticker, today);
  const { placing } = useAtomValueRawSync(drawingStateAtom);
  const surface = () => root.current?.querySelector<HTMLElement>('[role="application"]') ?? null;

  useLayoutEffect(() => {
    const focusChart = () => surface()?.focus({ preventScroll: true });
    desk.setSheet({ ticker, series: { ...series, dates }, today, textContext, focusChart, say });
    root.current?.toggleAttribute('data-drawing', placing !== null);
  });
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => pressDrawingKey(desk, event);
    return listen(document, { keydown }, { capture: true });
  }, [desk]);
  useEffect(() => (root.current ? listenForDrawing(root.current, desk) : undefined), [root, desk]);
  useLayoutEffect(() => () => desk.layer.clear(), [desk]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another listing cancels everything unfinished
  useLayoutEffect(() => () => desk.set(IDLE), [desk, ticker]);

  const overChart = surface();
  return (
    <>
      <DrawMenu chart={chart} list={list} textContext={textContext} toolbar={toolbar} />
      {overChart && <DrawingBars surface={overChart} />}
      {region}
    </>
  );
}

/** A window with room for the bars in the chart's caption, where they cover nothing, and with the caption on screen. */
const HAS_CAPTION = '(width >= 768px) and (height >= 500px)';

function DrawingBars({ surface }: { readonly surface: HTMLElement }) {
  useAtomValueRawSync(drawingsAtom);
  const caption = surface.closest('figure')?.querySelector('figcaption');
  const place = (useMediaQuery(HAS_CAPTION) && caption) || surface;
  const { current } = useDesk();
  const { placing, dragged, editing } = useAtomValueRawSync(drawingStateAtom);
  if (editing !== null)
    return createPortal(<DrawingTextEditor key={editing.id} drawing={editing} />, surface);
  if (current !== null && dragged === null) return createPortal(<SelectionBar drawing={current} />, place);
  return placing && createPortal(<PlacingBar placing={placing} />, place);
}

function PlacingBar({ placing }: { readonly placing: PendingDrawing }) {
  const desk = useDesk();
  return (
    <div className={styles.bar}>
      <strong>{TOOLS[placing.tool].name}</strong>
      <span>{hintOf(placing)}</span>
      {placing.at && <span>{priceText(placing.at.price, desk.sheet.textContext)}</span>}
      <Button size="sm" onClick={() => desk.cancel()}>
        Cancel
      </Button>
    </div>
  );
}

function SelectionBar({ drawing }: { readonly drawing: Drawing }) {
  const desk = useDesk();
  const {
    locked = false,
    tool,
    points: [point],
  } = drawing;
  const { name } = TOOLS[tool];
  return (
    <div className={styles.bar} role="group" aria-label="Selected drawing">
      <strong>{locked ? `${name}, locked` : name}</strong>
      <StyleMenu drawing={drawing} />
      {tool === 'level' && point && (
        <Button size="sm" onClick={() => desk.addAlert(point.price)}>
          Alert me
        </Button>
      )}
      {tool === 'text' && !locked && (
        <Button size="sm" onClick={() => desk.set({ editing: drawing })}>
          Edit
        </Button>
      )}
      <IconButton
        label={locked ? 'Unlock' : 'Lock'}
        onClick={() => desk.setLocked(drawing, !locked)}
        icon={locked ? Lock : LockOpen}
      />
      <IconButton label="Duplicate" onClick={() => desk.duplicate(drawing)} icon={Copy} />
      <IconButton
        label="Remove"
        aria-disabled={locked || undefined}
        onClick={() => desk.remove(drawing)}
        icon={Trash2}
      />
    </div>
  );
}

/** The field for a text drawing. Editing ends on blur; an unchanged text is not saved. */
function DrawingTextEditor({ drawing }: { readonly drawing: Drawing }) {
  const desk = useDesk();
  const field = useRef<HTMLInputElement>(null);
  const [place] = useState(() => editorPlace(drawing, desk));
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      className={styles.editor}
      style={place}
      aria-label="Text on the chart"
      maxLength={MAX_TEXT}
      autoComplete="off"
      defaultValue={drawing.text ?? ''}
      onBlur={({ currentTarget }) => desk.keepText(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter' && key !== 'Escape') return;
        if (key === 'Escape') currentTarget.value = drawing.text ?? '';
        desk.sheet.focusChart();
      }}
    />
  );
}

function editorPlace(drawing: Drawing, { layer }: DrawingDesk) {
  const { x, y } = layer.placed([drawing])[0]?.pixels[0] ?? { x: 0, y: 0 };
  return { left: `clamp(0px, ${x}px, 100% - 216px)`, top: (layer.chart?.over.offsetTop ?? 0) + y };
}
