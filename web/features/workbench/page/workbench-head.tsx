/** The workbench's header: listing, price and source, the session's figures, undo and full screen. */
import { isStale, stampedSource, type IsoDate, type Ticker } from '#compute';
import { Maximize2, Minimize2, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { Link } from 'wouter';
import { staleReason, type Refresh } from '../../../shared/api/staleness.ts';
import { LineSwatch } from '../../../shared/charts/sparkline.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ListingForm } from '../../../shared/search/listing-form.tsx';
import { useSpeech } from '../../../shared/ui/announcement.tsx';
import { useOnline } from '../../../shared/ui/browser-state.ts';
import { useNow } from '../../../shared/ui/use-now.ts';
import { Delta } from '../../../shared/ui/badge.tsx';
import { IconButton } from '../../../shared/ui/button.tsx';
import { isTyping } from '../../../shared/user/settings.ts';
import { closeTool, ToolPopover } from '../controls/tool-popover.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import type { IntradayBars } from '../data/workbench-data.ts';
import type { Steps } from '../view/undo.ts';
import { changeText } from '../chart/chart-texts.ts';
import type { IntradayContext, WorkbenchSeries } from '../data/chart-series.ts';
import type { WorkbenchView } from '../view/workbench-view.ts';
import styles from '../workbench.module.css';
import { listen } from '../../../shared/ui/listen.ts';

interface HeadProps {
  readonly view: WorkbenchView;
  /** Says which listing a company name in the URL was matched to. */
  readonly note: ReactNode;
  readonly listing: Listing | null;
  readonly series: WorkbenchSeries | null;
  readonly intraday: IntradayBars | null;
  /** The replayed day, whose close is shown instead of today's price. */
  readonly replayDay: IsoDate | null;
  readonly refresh: Refresh;
  readonly onListing: (ticker: Ticker) => void;
  readonly actions: ReactNode;
}

type PricedHeadProps = HeadProps & { readonly listing: Listing };

export function WorkbenchHead(props: HeadProps) {
  const { view, note, listing, onListing, actions } = props;
  return (
    <header className={styles.head}>
      <h1>Workbench</h1>
      <ToolPopover label={view.ticker} title="Change listing" shortcut="/">
        <ListingForm
          label="Ticker or company"
          action="Show"
          onEnter={({ ticker }) => {
            closeTool();
            onListing(ticker);
            return null;
          }}
        />
      </ToolPopover>
      {note}
      {listing && (
        <>
          <LastPrice {...props} listing={listing} />
          <Provenance {...props} listing={listing} />
          <Link
            className={styles.analysis ?? ''}
            href={`/prediction?${new URLSearchParams({ ticker: view.ticker, days: String(view.horizonDays) })}`}
          >
            Analysis
          </Link>
          <span className={styles.end}>{actions}</span>
        </>
      )}
    </header>
  );
}

/** The price of the last intraday bar, or of the listing, and its change since the previous close. */
function LastPrice({ listing, series }: PricedHeadProps) {
  const format = useFormat();
  const { response } = listing;
  const { currentPrice, dayChange } = listing.analysis;
  const last = (series?.candles.time.length ?? 0) - 1;
  const price = (series?.intraday && series.candles.close[last]) ?? currentPrice;
  const before = series?.intraday?.dayBase(last) ?? currentPrice - dayChange;
  const change = price - before;
  const text = format.signedPrice(change, response, price);
  return (
    <p className={styles.price}>
      <strong>{format.price(price, response)}</strong>{' '}
      <Delta value={change} text={`${text} (${changeText(format, (change / before) * 100)})`} />
    </p>
  );
}

/** Company, source and time of the prices on screen, and whether they are stale. */
function Provenance({ listing, intraday, replayDay, refresh }: PricedHeadProps) {
  const format = useFormat();
  const nowMs = useNow();
  const { response, hasSourceFailed } = intraday ?? listing;
  const time = (iso: string) => format.time(iso, response.exchange_timezone, nowMs);
  const fetchedAtSeconds = Date.parse(response.fetched_at) / 1000;
  const reason = staleReason(
    {
      // Intraday bars are never a stored copy.
      isCopy: intraday === null && listing.isCopy,
      hasSourceFailed,
      isStale: isStale(listing.traded, { fetchedAtSeconds, hasSourceFailed }, nowMs / 1000),
      refresh,
    },
    useOnline(),
  );
  const delay = response.delayed_minutes > 0 ? `delayed ${response.delayed_minutes} min` : 'no delay';
  return (
    <p className={styles.provenance}>
      {[
        response.company_name,
        listing.response.prices === 'recorded' ? 'Recorded prices' : stampedSource(response.source),
        replayDay === null ? time(response.as_of) : `Replay: ${format.isoDate(replayDay)} close`,
        replayDay === null && reason === null && delay,
      ]
        .filter(Boolean)
        .join(' · ')}{' '}
      <output>
        {reason !== null && replayDay === null && (
          <strong>
            {reason === 'offline' ? 'Offline' : 'Stale'}: prices from {time(response.fetched_at)}
          </strong>
        )}
      </output>
    </p>
  );
}

/** Explains the marks on intraday bars and gives the day's figures. */
export function SessionLegend({ intraday }: { readonly intraday: IntradayContext }) {
  const format = useFormat();
  const nowMs = useNow();
  const { response, closeBefore, dayRange } = intraday;
  const { interval_seconds: seconds, exchange_timezone: timezone } = response;
  const price = (value: number) => format.price(value, response);
  const parts = new Set(response.session_parts.map(({ part }) => part));
  const extended = [parts.has('pre') && 'pre-market', parts.has('post') && 'after hours'].filter(Boolean);
  return (
    <ul className={styles.session} aria-label="Session">
      {extended.length > 0 && (
        <li className={styles.fact}>
          <span className={styles.shade} aria-hidden="true" /> Shaded: {extended.join(' and ')}
        </li>
      )}
      {!parts.has('regular') && <li className={styles.fact}>Regular trading hasn’t started</li>}
      {closeBefore !== null && (
        <li className={styles.fact}>
          <LineSwatch color="text-3" dash={[6, 4]} widthPx={1} /> {closeBefore.name}{' '}
          {price(closeBefore.price)}
        </li>
      )}
      {dayRange !== null && (
        <li className={styles.fact}>
          Day’s high {price(dayRange.high)}, low {price(dayRange.low)}
        </li>
      )}
      <li className={styles.fact}>
        Last trade: {format.relativeTime(Date.parse(response.as_of) / 1000, timezone, nowMs)}
      </li>
      <li className="caption">
        {seconds / 60}-minute bars. Times: {format.clockName(timezone)}. Forecasts need daily bars.
      </li>
    </ul>
  );
}

const subscribe = (fullscreenchange: () => void) => listen(document, { fullscreenchange });

/** Toggles full screen for an element; renders nothing if the browser has no full screen. */
export function FullScreenButton({ element }: { readonly element: RefObject<HTMLElement | null> }) {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  return (
    <IconButton
      label={isFull ? 'Exit full screen' : 'Full screen'}
      aria-keyshortcuts="f"
      onClick={() => {
        // Reads the document: a second press may come before the page has re-rendered.
        if (document.fullscreenElement) void document.exitFullscreen();
        else void element.current?.requestFullscreen();
      }}
      icon={isFull ? Minimize2 : Maximize2}
    />
  );
}

/** Undoes and redoes changes of the chart, by button and by key. */
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
      {[undo, redo].map((button) => (
        <IconButton
          key={button.name}
          label={button.text === null ? button.name : `${button.name}: ${button.text}`}
          aria-disabled={button.text === null || undefined}
          onClick={() => act(button)}
          icon={button.icon}
        />
      ))}
      {region}
    </>
  );
}
