import { HORIZON_OPTIONS_DAYS, nextTradingDays } from '#compute';
import { useStore } from 'jotai';
import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { useViewport, type ChartLink } from '../../../shared/charts/use-viewport.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Toast } from '../../../shared/ui/modal.tsx';
import { useSpeech } from '../../../shared/ui/announcement.tsx';
import { isSameRule, MAX_ALERTS, ruleText, withAnchor } from '../../../shared/user-data/alerts.ts';
import { quoteWatchOf } from '../../../shared/user-data/quote-watch.ts';
import { useWatchlist } from '../../../shared/user-data/use-watchlist.tsx';
import { isWatched, MAX_WATCHED } from '../../../shared/user-data/watchlist.ts';
import { DrawingTextEditor, DrawMenu, PlacingBar, SelectionBar } from './draw-menu.tsx';
import { drawingLayer, updateLayer, type LayerModel } from './drawing-layer.ts';
import { draftOf } from './drawing-moves.ts';
import type { Writing } from './drawings.ts';
import type { Drawing } from '../../../shared/user-data/drawings.ts';
import { useDrawingInput } from './use-drawing-input.ts';
import { useDrawings, useDrawingTool } from './use-drawing-tool.ts';
import type { PriceScale } from '../../../shared/user-data/anchor.ts';
import { priceScaleOf } from '../use-workbench-data.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import type { WorkbenchSeries } from '../chart/workbench-series.ts';

export interface DrawingPartProps {
  readonly listing: Listing;
  readonly series: WorkbenchSeries;
  readonly link: ChartLink;
  readonly resetKey: string;
  /** Around the charts. */
  readonly root: RefObject<HTMLElement | null>;
  /** Where the buttons go. */
  readonly toolbar: HTMLElement;
  /** What is to be drawn on the price. */
  readonly onLayer: (layer: ChartLayer | null) => void;
  /** The user has asked for the tools already. */
  readonly opensAtOnce: boolean;
}

/** As many as the longest forecast has. */
const SESSIONS_AHEAD = Math.max(...HORIZON_OPTIONS_DAYS);

/** What is drawn over the price, by pointer and by keyboard, and the tools for it. */
export function DrawingPart(props: DrawingPartProps) {
  const { listing, series, link, root, toolbar, onLayer } = props;
  const { ticker, traded } = listing;
  const { currency } = listing.response;
  const history = listing.candles.time;
  const today = useMemo(() => priceScaleOf(listing), [listing]);
  const format = useFormat();
  const store = useStore();
  const drawings = useDrawings(ticker, today);
  const { list } = drawings;
  const { candles, dates, place, withinDay } = series;
  const writing = useMemo((): Writing => {
    const { calendar, timezone: timeZone } = traded.listing;
    const latestSession = history[history.length - 1] ?? 0;
    const ahead = nextTradingDays(latestSession, SESSIONS_AHEAD, calendar);
    const minutes = withinDay && {
      time: candles.time,
      intervalSeconds: withinDay.response.interval_seconds,
    };
    const sessions = Float64Array.from([...history, ...ahead]);
    return { format, currency, sessions, latestSession, minutes, timeZone };
  }, [format, currency, history, traded, candles, withinDay]);
  const view = useViewport(link.viewAtom, {
    total: dates.length,
    defaultBars: series.shown,
    resetKey: props.resetKey,
  });

  const { say, region } = useSpeech();
  const surface = () => root.current?.querySelector<HTMLElement>('[role="application"]') ?? null;
  const focusChart = () => surface()?.focus({ preventScroll: true });

  const tool = useDrawingTool({ ticker, series, drawings, writing, view, focusChart, say });
  const { placing, current, dragged, editing } = tool;
  const [notice, setNotice] = useState<string | null>(null);
  const setAlert = useLevelAlert(listing, today);
  const alertAt = ({ points: [point] }: Drawing) =>
    setNotice(point === undefined ? null : setAlert(point.price));

  const draft = placing && draftOf(placing);
  const [model] = useState<LayerModel>(() => ({
    chart: null,
    dates,
    place,
    writing,
    drawings: [],
    selectedId: null,
    cursor: null,
    textWidths: new Map(),
  }));
  useEffect(() => {
    onLayer(drawingLayer(model));
    return () => onLayer(null);
  }, [onLayer, model]);
  useLayoutEffect(() => {
    const kept = list.map((one) => (one.id === dragged?.id ? dragged : one));
    updateLayer(model, {
      drawings: draft === null ? kept : [...kept, draft],
      dates,
      place,
      writing,
      selectedId: draft?.id ?? current?.id ?? null,
      cursor: placing?.at ?? null,
    });
    root.current?.toggleAttribute('data-drawing', placing !== null);
  });

  const moveCursor = (index: number) => store.set(link.cursorAtom, index);
  useDrawingInput({ root, model, series, drawings, tool, writing, focusChart, moveCursor, say });

  const overChart = surface();
  return (
    <>
      {createPortal(
        <DrawMenu
          list={list}
          hasRoom={drawings.hasRoom}
          isOnScale={({ points }) => points.every(({ price }) => place(price) !== null)}
          canUndo={drawings.canUndo}
          canRedo={drawings.canRedo}
          writing={writing}
          opensAtOnce={props.opensAtOnce}
          onTool={tool.start}
          onSelect={tool.select}
          onAlert={alertAt}
          onRemove={tool.remove}
          onUndo={tool.undo}
          onRedo={tool.redo}
        />,
        toolbar,
      )}
      {overChart &&
        createPortal(
          <>
            {placing !== null && (
              <PlacingBar
                placing={placing}
                writing={writing}
                onCancel={() => {
                  focusChart();
                  tool.cancel();
                }}
              />
            )}
            {placing === null && current !== null && editing === null && dragged === null && (
              <SelectionBar
                tool={current.tool}
                onAlert={() => alertAt(current)}
                onEdit={() => tool.dispatch({ do: 'edit', drawing: current })}
                onRemove={() => {
                  focusChart();
                  tool.remove(current);
                }}
              />
            )}
            {editing !== null && (
              <DrawingTextEditor
                key={editing.id}
                drawing={editing}
                model={model}
                onKeep={tool.keepText}
                onCancel={() => tool.dispatch({ do: 'finish' })}
                onLeave={focusChart}
              />
            )}
          </>,
          overChart,
        )}
      <Toast
        isOpen={notice !== null}
        onDismiss={() => setNotice(null)}
        action={<Link href="/watchlist">Watchlist</Link>}
      >
        {notice}
      </Toast>
      {region}
    </>
  );
}

/** Sets an alert at a price of a listing, which goes on the watchlist. Returns what came of it, in a sentence. */
function useLevelAlert({ ticker, response, analysis }: Listing, today: PriceScale) {
  const format = useFormat();
  const watchlist = useWatchlist();
  return (price: number): string | null => {
    if (price <= 0 || watchlist === null) return null;
    const direction = price >= analysis.currentPrice ? 'above' : 'below';
    const rule = withAnchor({ on: 'price', direction, value: price }, today);
    watchlist.add([{ ticker, name: response.company_name, alerts: [] }]);
    quoteWatchOf(watchlist).addAlert(ticker, rule);
    const items = watchlist.items();
    const alerts = items.find((item) => item.ticker === ticker)?.alerts ?? [];
    if (alerts.some((alert) => isSameRule(alert.rule, rule, today)))
      return `Alert set: ${ticker} ${ruleText(format, rule, response.currency, today)}.`;
    return isWatched(items, ticker)
      ? `At most ${MAX_ALERTS} alerts on ${ticker}.`
      : `The watchlist is full (${MAX_WATCHED} listings). Remove one first.`;
  };
}
