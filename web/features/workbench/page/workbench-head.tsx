import { isStale, stampedSource, type IsoDate } from '#compute';
import { Maximize2, Minimize2, Redo2, Undo2 } from 'lucide-react';
import { memo, useSyncExternalStore, type RefObject } from 'react';
import { AlertButton } from '../../../shared/alerts/alert-button.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { staleReason } from '../../../shared/api/staleness.ts';
import { ExportMenu } from '../../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../../shared/charts/chart-figure.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { tickerOrQuote } from '../../../shared/search/load-banner.tsx';
import { ListingForm } from '../../../shared/search/listing-form.tsx';
import { nameMatchAtom, NameMatchNote } from '../../../shared/search/ticker-text.tsx';
import { AnalysisLink } from '../../../shared/sign-in/analysis-link.tsx';
import { useSpeech } from '../../../shared/ui/announcement.tsx';
import { Delta } from '../../../shared/ui/badge.tsx';
import { useOnline } from '../../../shared/browser/browser-state.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { listen } from '../../../shared/browser/listen.ts';
import { useNow } from '../../../shared/ui/use-now.ts';
import { StarButton } from '../../../shared/user/star-button.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { changeText, extendedText } from '../chart/chart-texts.ts';
import { closeTool, ToolPopover } from '../controls/controls.tsx';
import type { ShownWorkbench } from '../data/shown-chart.ts';
import { showAtom, viewAtom } from '../view/url-state.ts';
import { moveInHistoryAtom, NEXT_TEXTS } from '../view/changes.ts';
import styles from './workbench-head.module.css';

interface HeadProps {
  readonly shown: ShownWorkbench;
  readonly root: RefObject<HTMLElement | null>;
  readonly figure: RefObject<ExportableChart | null>;
}

// The chart changes with every press; these do not.
const [Star, Bell, Export] = [memo(StarButton), memo(AlertButton), memo(ExportMenu)];

export function WorkbenchHead({ shown, root, figure }: HeadProps) {
  const { chart, provenance } = shown;
  const view = useAtomValueRawSync(viewAtom);
  const nameMatch = useAtomValueRawSync(nameMatchAtom);
  const listing = chart?.listing ?? shown.listing;
  return (
    <header className={styles.head}>
      <h1>Workbench</h1>
      <ListingMenu name={tickerOrQuote(shown.ticker)} />
      <NameMatchNote nameMatch={nameMatch} />
      {listing && (
        <>
          <LastPrice shown={shown} listing={listing} />
          <span className={styles.watch}>
            <Star ticker={listing.response.ticker} name={listing.response.company_name} />
            <Bell ticker={listing.response.ticker} horizonDays={view.horizonDays} />
          </span>
          <Provenance
            day={chart?.replayed?.day ?? null}
            minutes={shown.minutes}
            refresh={shown.refresh}
            listing={listing}
          />
          <AnalysisLink className={styles.analysis} ticker={shown.ticker} days={view.horizonDays}>
            Analysis
          </AnalysisLink>
          <span className={styles.end}>
            {chart && <UndoButtons />}
            {chart && <Export title="Workbench chart" chart={figure} provenance={provenance} />}
            <FullScreenButton element={root} />
          </span>
        </>
      )}
    </header>
  );
}

const ListingMenu = memo(({ name }: { readonly name: string }) => {
  const show = useSetAtom(showAtom);
  const setNameMatch = useSetAtom(nameMatchAtom);
  return (
    <ToolPopover label={name} title="Change listing" shortcut="/">
      <ListingForm
        label="Ticker or company"
        action="Show"
        onEnter={(choice) => {
          closeTool();
          setNameMatch(null);
          show({ ticker: choice.ticker });
          return null;
        }}
      />
    </ToolPopover>
  );
});

interface ListingProps {
  readonly shown: ShownWorkbench;
  readonly listing: Listing;
}

/** The price of the last intraday bar, or of the listing, and its change since the previous close. */
function LastPrice({ shown: { chart }, listing: { response, analysis } }: ListingProps) {
  const format = useFormat();
  const { candles, intraday } = chart?.series ?? {};
  const last = (candles?.time.length ?? 0) - 1;
  const price = (intraday && candles?.close[last]) ?? analysis.currentPrice;
  const before = intraday?.dayBase(last) ?? analysis.currentPrice - analysis.dayChange;
  const base = intraday?.extendedAt(last)?.close ?? before;
  const change = price - base;
  const text = format.signedPrice(change, response, price);
  const extended = chart && extendedText(format, chart.series, last);
  return (
    <p className={styles.price}>
      <strong>{extended ?? format.price(price, response)}</strong>{' '}
      <Delta value={change} text={`${text} (${changeText(format, (change / base) * 100)})`} />
    </p>
  );
}

interface ProvenanceProps extends Pick<ShownWorkbench, 'minutes' | 'refresh'> {
  readonly listing: Listing;
  /** The day of a replay. */
  readonly day: IsoDate | null;
}

const Provenance = memo(({ listing, minutes, refresh, day }: ProvenanceProps) => {
  const format = useFormat();
  const nowMs = useNow();
  const { response, hasSourceFailed } = minutes ?? listing;
  const time = (iso: string) => format.time(iso, response.exchange_timezone, nowMs);
  const fetchedAtSeconds = Date.parse(response.fetched_at) / 1000;
  const reason = staleReason(
    {
      // Intraday bars are never a stored copy.
      isCopy: minutes === null && listing.isCopy,
      hasSourceFailed,
      isStale: isStale(listing.traded, { fetchedAtSeconds, hasSourceFailed }, nowMs / 1000),
      refresh,
    },
    useOnline(),
  );
  const source = listing.response.prices === 'recorded' ? 'Recorded prices' : stampedSource(response.source);
  const delay = response.delayed_minutes > 0 ? `delayed ${response.delayed_minutes} min` : 'no delay';
  const facts =
    day === null
      ? [time(response.as_of), reason === null && delay]
      : [`Replay: ${format.isoDate(day)} close`];
  return (
    <p className={styles.provenance}>
      {[response.company_name, source, ...facts].filter(Boolean).join(' · ')}{' '}
      <output>
        {reason !== null && day === null && (
          <strong>
            {reason === 'offline' ? 'Offline' : 'Stale'}: prices from {time(response.fetched_at)}
          </strong>
        )}
      </output>
    </p>
  );
});

const subscribe = (fullscreenchange: () => void) => listen(document, { fullscreenchange });

export const FullScreenButton = memo(({ element }: { readonly element: RefObject<HTMLElement | null> }) => {
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
});

const HISTORY_BUTTONS = [
  { direction: 'undo', name: 'Undo', done: 'Undone', icon: Undo2, keys: 'Control+z' },
  { direction: 'redo', name: 'Redo', done: 'Redone', icon: Redo2, keys: 'Control+y Control+Shift+z' },
] as const;

export const UndoButtons = memo(() => {
  const texts = {
    undo: useAtomValueRawSync(NEXT_TEXTS.undo),
    redo: useAtomValueRawSync(NEXT_TEXTS.redo),
  };
  const move = useSetAtom(moveInHistoryAtom);
  const { say, region } = useSpeech();
  return (
    <>
      {HISTORY_BUTTONS.map(({ direction, name, done, icon, keys }) => {
        const text = texts[direction];
        return (
          <IconButton
            key={name}
            label={text === null ? name : `${name}: ${text}`}
            aria-disabled={text === null || undefined}
            aria-keyshortcuts={keys}
            onClick={() => {
              say(text === null ? `Nothing to ${direction}.` : `${done}: ${text}.`);
              move(direction);
            }}
            icon={icon}
          />
        );
      })}
      {region}
    </>
  );
});
