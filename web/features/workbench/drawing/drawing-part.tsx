import { datesAfter } from '#compute';
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useViewport } from '../../../shared/charts/use-viewport.ts';
import { jointProvenance } from '../../../shared/export/provenance.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useSpeech } from '../../../shared/ui/announcement.tsx';
import { AsyncOverlay, lazyComponent } from '../../../shared/ui/loading.tsx';
import { useSetAtom } from '../../../store.ts';
import { LINK } from '../chart/chart-link.ts';
import { DrawMenu } from './draw-menu.tsx';
import { DrawingTextEditor, PlacingBar, SelectionBar } from './drawing-bars.tsx';
import { updateLayer, type DrawingLayer } from './paint.ts';
import type { DrawingTextContext } from './points.ts';
import { useDrawingKeys, useDrawingPresses } from './input.ts';
import { useDrawingTool } from './desk.ts';
import { priceScaleOf } from '../../../shared/user/anchor.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import type { SharedAxis } from '../chart/indicator-pane.tsx';
import type { WorkbenchSeries } from '../data/chart-series.ts';
import type { Steps } from '../view/undo.ts';

interface DrawingPartProps extends SharedAxis {
  readonly listing: Listing;
  readonly series: WorkbenchSeries;
  readonly steps: Steps;
  /** The element around the charts. */
  readonly root: RefObject<HTMLElement | null>;
  /** The element for the drawing buttons. */
  readonly toolbar: HTMLElement;
  readonly layer: DrawingLayer;
}

const AlertDialog = lazyComponent(
  async () => (await import('../../../shared/alerts/alert-dialog.tsx')).AlertDialog,
);

/** Drawings over the price, by pointer and keyboard, and their tools. */
export function DrawingPart(props: DrawingPartProps) {
  const { listing, series, steps, root, toolbar, layer } = props;
  const setCursor = useSetAtom(LINK.cursorAtom);
  const { ticker, traded } = listing;
  const history = listing.candles.time;
  const today = useMemo(() => priceScaleOf(listing), [listing]);
  const format = useFormat();
  const { dates, place } = series;
  const textContext = useMemo((): DrawingTextContext => {
    const latestSession = history[history.length - 1] ?? 0;
    const sessions = datesAfter(-Infinity, history, traded.sessions);
    return { format, quoted: listing.response, sessions, latestSession, timeZone: traded.listing.timezone };
  }, [format, listing.response, history, traded]);
  const view = useViewport(LINK, { total: dates.length, ...props });

  const { say, region } = useSpeech();
  const surface = () => root.current?.querySelector<HTMLElement>('[role="application"]') ?? null;
  const focusChart = () => surface()?.focus({ preventScroll: true });

  const tool = useDrawingTool({
    ticker,
    series,
    layer,
    steps,
    today,
    textContext,
    view,
    provenance: jointProvenance(ticker, [listing.response]),
    moveCursor: setCursor,
    focusChart,
    say,
  });
  const { list, placing, draft, selected, current, dragged, editing } = tool;
  const [alertPrice, setAlertPrice] = useState<number | null>(null);
  useLayoutEffect(() => {
    const kept = list.map((drawing) => (drawing.id === dragged?.id ? dragged : drawing));
    updateLayer(layer, {
      drawings: draft === null ? kept : [...kept, draft],
      dates,
      place,
      textContext,
      selectedId: draft?.id ?? selected?.id ?? null,
      onSelected: tool.setSelectionVisible,
      cursor: placing?.at ?? null,
    });
    root.current?.toggleAttribute('data-drawing', placing !== null);
  });

  useDrawingPresses(root, tool);
  useDrawingKeys(root, tool);

  const overChart = surface();
  return (
    <>
      {createPortal(<DrawMenu tool={tool} />, toolbar)}
      {overChart &&
        createPortal(
          <>
            {placing !== null && <PlacingBar placing={placing} tool={tool} />}
            {placing === null && current !== null && editing === null && dragged === null && (
              <SelectionBar drawing={current} tool={tool} onAlert={setAlertPrice} />
            )}
            {editing !== null && <DrawingTextEditor key={editing.id} drawing={editing} tool={tool} />}
          </>,
          overChart,
        )}
      {alertPrice !== null && (
        <AsyncOverlay onDismiss={() => setAlertPrice(null)}>
          <AlertDialog ticker={ticker} price={alertPrice} onClose={() => setAlertPrice(null)} />
        </AsyncOverlay>
      )}
      {region}
    </>
  );
}
