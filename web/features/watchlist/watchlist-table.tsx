import { moveRarityText, type Format } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { AlertButton } from '../../shared/alerts/alert-button.tsx';
import type { QuoteRows } from '../../shared/api/quotes-query.ts';
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
import type { Sort } from '../../shared/ui/sort.ts';
import { useSetAtom } from '../../store.ts';
import { StarButton } from '../../shared/user/star-button.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import { type Watchlist } from '../../shared/user/watchlist.ts';
import { moveListing } from '../../shared/user/watchlist-edits.ts';
import { Grip } from './grip.tsx';
import {
  COLUMNS,
  commonTimeMs,
  isOfTime,
  readyQuotes,
  sortedRows,
  type WatchlistRow,
} from './watchlist-rows.ts';
import styles from './watchlist-table.module.css';

interface WatchlistTableProps {
  readonly items: Watchlist;
  readonly known: QuoteRows;
  /** Whether only one group is shown, which cannot be reordered. */
  readonly isPart: boolean;
  readonly onGroup: (ticker: string) => void;
}

export function WatchlistTable({ items, known, isPart, onGroup }: WatchlistTableProps) {
  const [sort, setSort] = useState<Sort>(null);
  const { say, region } = useSpeech();
  const edit = useSetAtom(editAtom);
  const format = useFormat();
  const nowMs = useNow();
  const rows = sortedRows(items, known, sort);
  const listMs = commonTimeMs(readyQuotes(items, known));

  function move(ticker: string, toIndex: number) {
    if (toIndex < 0 || toIndex >= items.length) return;
    edit(moveListing(ticker, toIndex));
    say(`${ticker} moved to position ${toIndex + 1} of ${items.length}`);
  }

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
        {rows.map((row, index) => (
          <Row
            key={row.item.ticker}
            row={row}
            age={ageOf(format, row, listMs, nowMs)}
            place={sort === null && !isPart ? { index, count: rows.length } : null}
            onGroup={() => onGroup(row.item.ticker)}
            onMove={(toIndex) => move(row.item.ticker, toIndex)}
          />
        ))}
      </ListingTable>
      {region}
    </>
  );
}

const SPARKLINE_HEIGHT_PX = 28;

interface RowProps {
  readonly row: WatchlistRow;
  /** Its price's age, if it is not the list's. */
  readonly age: ReactNode;
  /** Position in the user's own order, and the number of rows; `null` in any other order. */
  readonly place: { readonly index: number; readonly count: number } | null;
  readonly onGroup: () => void;
  readonly onMove: (toIndex: number) => void;
}

function Row({ row: { item, row: known }, age, place, onGroup, onMove }: RowProps) {
  const format = useFormat();
  const { ticker, name, group, alerts } = item;
  const [isOpen, setOpen] = useState(false);
  const setOverlay = useSetAtom(overlayAtom);
  const quote = known?.quote;
  return (
    <ListingRow
      ref={focusHeadingOnRemoval}
      ticker={ticker}
      name={name}
      grip={place && <Grip ticker={ticker} index={place.index} onMove={onMove} />}
      tag={
        group !== undefined && (
          <button
            type="button"
            className={styles.group}
            aria-label={`${ticker} is in group ${group}. Change group`}
            onClick={onGroup}
          >
            <span>{group}</span>
          </button>
        )
      }
      note={age}
      columns={COLUMNS}
      cells={quote?.status === 'ready' ? cellsOf(format, quote) : null}
      placeholder={
        quote?.status === 'failed' ? quote.error : <Skeleton width="min(240px, 60%)" height={16} />
      }
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
          ...(place === null ? [] : moves(place, onMove)),
          { name: 'Alerts…', press: () => setOverlay({ alertsFor: ticker }) },
          { name: 'Group…', press: onGroup },
        ]}
      />
    </ListingRow>
  );
}

function moves({ index, count }: NonNullable<RowProps['place']>, onMove: RowProps['onMove']): Action[] {
  const places = { 'Move up': index - 1, 'Move down': index + 1, 'Move to top': 0 };
  return Object.entries(places)
    .filter(([, toIndex]) => toIndex >= 0 && toIndex < count && toIndex !== index)
    .map(([name, toIndex]) => ({ name, press: () => onMove(toIndex) }));
}

/** A price's age, if it differs from the list's or has not been updated. */
function ageOf(format: Format, { row }: WatchlistRow, listMs: number, nowMs: number): ReactNode {
  if (row?.quote.status !== 'ready') return null;
  const { as_of: asOf, exchange_timezone: zone, stale } = row.quote;
  if (row.error === null && !stale && isOfTime(row.quote, listMs)) return null;
  return (
    <>
      {stale && 'Stale: '}
      {format.relativeTime(Date.parse(asOf) / 1000, zone, nowMs)}
      {row.error !== null && (
        <>
          , not updated<VisuallyHidden>: {row.error}</VisuallyHidden>
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
