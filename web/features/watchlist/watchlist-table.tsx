import { moveRarityText, type Format } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { Ellipsis } from 'lucide-react';
import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import { AlertButton } from '../../shared/alerts/alert-button.tsx';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { Sparkline } from '../../shared/charts/sparkline.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { ActionMenu, type Action } from '../../shared/ui/action-menu.tsx';
import { useSpeech, VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { useNow } from '../../shared/ui/use-now.ts';
import { CellWithNote } from '../../shared/ui/data-table.tsx';
import { focusHeadingOnRemoval } from '../../shared/ui/focus-heading.ts';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { overlayAtom } from '../../shared/ui/overlay.ts';
import { ListingRow, ListingTable } from '../../shared/ui/listing-table.tsx';
import { sortedBy, type Sort } from '../../shared/ui/sort.ts';
import { useSetAtom } from '../../store.ts';
import { StarButton } from '../../shared/user/star-button.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import { moveListing } from '../../shared/user/watchlist-edits.ts';
import { Grip } from './grip.tsx';
import { COLUMNS, commonTimeMs, isOfTime } from './watchlist-rows.ts';
import styles from './watchlist-table.module.css';

interface WatchlistTableProps {
  readonly listings: readonly WatchedListing[];
  /** Whether only one group is shown, which cannot be reordered. */
  readonly isPart: boolean;
  readonly onGroup: (ticker: string) => void;
}

export function WatchlistTable({ listings, isPart, onGroup }: WatchlistTableProps) {
  const [sort, setSort] = useState<Sort>(null);
  const { say, region } = useSpeech();
  const nowMs = useNow();
  const rows = sortedBy(listings, COLUMNS, sort);
  // Deferred, so that the sort is on screen before each row loses or gets its grip.
  const isOwnOrder = useDeferredValue(sort) === null && !isPart;
  const listMs = commonTimeMs(listings.flatMap(({ quote }) => quote ?? []));

  return (
    <>
      <ListingTable
        caption="Watchlist"
        columns={COLUMNS}
        sort={sort}
        onSort={setSort}
        defaultOrderLabel="My order"
        rowCount={rows.length}
      >
        {rows.map((row) => (
          <Row
            key={row.ticker}
            listing={row}
            listMs={listMs}
            nowMs={nowMs}
            index={isOwnOrder ? listings.indexOf(row) : null}
            isPart={isPart}
            count={rows.length}
            onGroup={onGroup}
            say={say}
          />
        ))}
      </ListingTable>
      {region}
    </>
  );
}

const SPARKLINE_HEIGHT_PX = 28;

interface RowProps extends Pick<WatchlistTableProps, 'isPart' | 'onGroup'> {
  readonly listing: WatchedListing;
  /** The time of most of the list's prices, epoch milliseconds. */
  readonly listMs: number;
  readonly nowMs: number;
  /** Position in the user's own order; `null` in any other order. */
  readonly index: number | null;
  /** Number of rows. */
  readonly count: number;
  readonly say: (text: string) => void;
}

/** Memoised, because a sort moves rows without changing them. */
const Row = memo(function WatchlistRow(props: RowProps) {
  const { listing, listMs, nowMs, index, isPart, count, onGroup, say } = props;
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const { ticker, name, group, alerts, quote, error } = listing;
  const [isOpen, setOpen] = useState(false);
  const setOverlay = useSetAtom(overlayAtom);

  function move(toIndex: number) {
    if (toIndex < 0 || toIndex >= count) return;
    edit(moveListing(ticker, toIndex));
    say(`${ticker} moved to position ${toIndex + 1} of ${count}`);
  }

  return (
    <ListingRow
      ref={focusHeadingOnRemoval}
      ticker={ticker}
      name={name}
      // In another order its room stays, so that nothing moves sideways.
      grip={!isPart && (index === null ? <span /> : <Grip ticker={ticker} index={index} onMove={move} />)}
      tag={
        group !== undefined && (
          <button
            type="button"
            className={styles.group}
            aria-label={`${ticker} is in group ${group}. Change group`}
            onClick={() => onGroup(ticker)}
          >
            <span>{group}</span>
          </button>
        )
      }
      note={ageOf(format, listing, listMs, nowMs)}
      columns={COLUMNS}
      cells={quote && cellsOf(format, quote)}
      placeholder={error ?? <Skeleton width="min(240px, 60%)" height={16} />}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
      toggleLabel={`${ticker} details`}
    >
      {alerts.length > 0 && <AlertButton ticker={ticker} />}
      <StarButton ticker={ticker} name={name} />
      <ActionMenu
        label={`More actions for ${ticker}`}
        icon={<Ellipsis size={20} strokeWidth={1.75} aria-hidden />}
        actions={[
          ...(index === null ? [] : moves(index, count, move)),
          { name: 'Alerts…', press: () => setOverlay({ alertsFor: ticker }) },
          { name: 'Group…', press: () => onGroup(ticker) },
        ]}
      />
    </ListingRow>
  );
});

function moves(index: number, count: number, move: (toIndex: number) => void): Action[] {
  const places = { 'Move up': index - 1, 'Move down': index + 1, 'Move to top': 0 };
  return Object.entries(places)
    .filter(([, toIndex]) => toIndex >= 0 && toIndex < count && toIndex !== index)
    .map(([name, toIndex]) => ({ name, press: () => move(toIndex) }));
}

/** A price's age, if it differs from the list's or has not been updated. */
function ageOf(format: Format, { quote, error }: WatchedListing, listMs: number, nowMs: number): ReactNode {
  if (quote === null) return null;
  const { as_of: asOf, exchange_timezone: zone, stale } = quote;
  if (error === null && !stale && isOfTime(quote, listMs)) return null;
  return (
    <>
      {stale && 'Stale: '}
      {format.relativeTime(Date.parse(asOf) / 1000, zone, nowMs)}
      {error !== null && (
        <>
          , not updated<VisuallyHidden>: {error}</VisuallyHidden>
        </>
      )}
    </>
  );
}

/** A row's cells after its name, in column order. */
function cellsOf(format: Format, quote: QuoteReady): ReactNode[] {
  const { current_price: price, day_change_percent: change, closes, ticker } = quote;
  const share = (value: number | null) => (value === null ? 'N/A' : format.share(value));
  const signalBefore = quote.signal_before === quote.ai_signal ? null : quote.signal_before;
  return [
    format.price(price, quote),
    <Delta
      key="change"
      value={change ?? Number.NaN}
      text={format.percent(change ?? Number.NaN, { signed: true })}
    />,
    quote.move_rarity ? moveRarityText(format, quote.move_rarity) : 'N/A',
    <CellWithNote
      key="signal"
      text={<SignalBadge signal={quote.ai_signal} />}
      note={signalBefore && `was ${signalBefore}`}
    />,
    share(quote.probability_buy),
    share(quote.probability_sell),
    <div key="trend" className={styles.trend}>
      <Sparkline
        values={closes}
        heightPx={SPARKLINE_HEIGHT_PX}
        label={`${ticker}, last ${closes.length} sessions: from ${format.price(closes[0] ?? Number.NaN, quote)} to ${format.price(closes.at(-1) ?? Number.NaN, quote)}`}
      />
    </div>,
  ];
}
