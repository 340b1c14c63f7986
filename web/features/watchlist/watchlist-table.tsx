import { SOURCE_NAME } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { Bell, Ellipsis } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { Link } from 'wouter';
import type { QuoteRows } from '../../shared/api/quotes-query.ts';
import { Sparkline } from '../../shared/charts/sparkline.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { ActionMenu, type Action } from '../../shared/ui/action-menu.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { useNow } from '../../shared/ui/browser-state.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { useFocusHeir } from '../../shared/ui/focus.ts';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { SortChoice, SortHeads, type Sort } from '../../shared/ui/sort.tsx';
import { StarButton } from '../../shared/user-data/use-watchlist.tsx';
import { withMoved, type Watchlist, type WatchlistItems } from '../../shared/user-data/watchlist.ts';
import { COLUMNS, shareAsLarge, sortedRows, type WatchlistRow } from './watchlist-rows.ts';
import styles from './watchlist-table.module.css';

/** Ages are shown in minutes. */
const CLOCK_MS = 30_000;

interface WatchlistTableProps {
  readonly watchlist: Watchlist;
  readonly items: WatchlistItems;
  readonly known: QuoteRows;
  /** Whether the rows are those of one group, which have no order of their own. */
  readonly isPart: boolean;
  readonly onOpen: (dialog: RowDialog) => void;
  /** Gets the focus of a row that goes. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** The list, sortable by its heads, or in the user's own order, which a row's menu changes. */
export function WatchlistTable({ watchlist, items, known, isPart, onOpen, heading }: WatchlistTableProps) {
  const [sort, setSort] = useState<Sort>(null);
  const [spoken, setSpoken] = useState('');
  const nowMs = useNow(CLOCK_MS);
  const rows = sortedRows(items, known, sort);

  function move(ticker: string, toIndex: number) {
    if (toIndex < 0 || toIndex >= items.length) return;
    watchlist.change((list) => withMoved(list, ticker, toIndex));
    setSpoken(`${ticker} is number ${toIndex + 1} of ${items.length}`);
  }

  return (
    <>
      <div className={styles.sort}>
        <SortChoice columns={COLUMNS} sort={sort} onSort={setSort} ownOrder="My order" />
      </div>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Watched listings</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <SortHeads columns={COLUMNS} sort={sort} onSort={setSort} />
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.item.ticker}
              row={row}
              nowMs={nowMs}
              place={sort === null && !isPart ? { index, count: rows.length } : null}
              onMove={(toIndex) => move(row.item.ticker, toIndex)}
              onOpen={onOpen}
              heading={heading}
            />
          ))}
        </tbody>
      </table>
      <VisuallyHidden>
        <output>{spoken}</output>
      </VisuallyHidden>
    </>
  );
}

/** What is open over the list: the alerts or the group of one listing. */
export interface RowDialog {
  readonly about: 'alerts' | 'group';
  readonly ticker: string;
}

const SPARKLINE_HEIGHT_PX = 28;

interface RowProps {
  readonly row: WatchlistRow;
  readonly nowMs: number;
  /** Place in the user's own order and how many there are; `null` while another order is shown. */
  readonly place: { readonly index: number; readonly count: number } | null;
  readonly onMove: (toIndex: number) => void;
  readonly onOpen: (dialog: RowDialog) => void;
  /** Gets the focus when the row goes. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** One listing: what it costs, what the model says, how old that is, and what can be done with it. */
export function Row({ row: { item, row: known }, nowMs, place, onMove, onOpen, heading }: RowProps) {
  const { ticker, group, alerts } = item;
  const element = useRef<HTMLTableRowElement>(null);
  useFocusHeir(element, heading);
  const openAlerts = () => onOpen({ about: 'alerts', ticker });
  const openGroup = () => onOpen({ about: 'group', ticker });

  return (
    <tr ref={element} className={styles.row}>
      <th scope="row" className={styles.identity}>
        <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>{ticker}</Link>
        {group !== undefined && (
          <button
            type="button"
            className={styles.group}
            aria-label={`Group of ${ticker}: ${group}`}
            onClick={openGroup}
            data-tool
          >
            <span>{group}</span>
          </button>
        )}
        <span className={styles.name}>{item.name}</span>
      </th>
      <QuoteCells known={known} nowMs={nowMs} />
      <td className={styles.actions} data-tool>
        {alerts.length > 0 && (
          <IconButton label={`Alerts for ${ticker}: ${alerts.length}`} onClick={openAlerts}>
            <Bell size={20} strokeWidth={1.75} aria-hidden />
            <span className={styles.count} aria-hidden="true">
              {alerts.length}
            </span>
          </IconButton>
        )}
        <StarButton ticker={ticker} name={item.name} />
        <ActionMenu
          label={`More for ${ticker}`}
          icon={<Ellipsis size={20} strokeWidth={1.75} aria-hidden />}
          actions={[
            ...(place === null ? [] : moves(place, onMove)),
            { name: 'Alerts…', press: openAlerts },
            { name: 'Group…', press: openGroup },
          ]}
        />
      </td>
    </tr>
  );
}

function moves({ index, count }: NonNullable<RowProps['place']>, onMove: RowProps['onMove']): Action[] {
  return [
    { name: 'Move up', press: () => onMove(index - 1), isDisabled: index === 0 },
    { name: 'Move down', press: () => onMove(index + 1), isDisabled: index === count - 1 },
    { name: 'Move to top', press: () => onMove(0), isDisabled: index === 0 },
  ];
}

function QuoteCells({ known, nowMs }: { known: WatchlistRow['row']; nowMs: number }) {
  const quote = known?.quote;
  if (quote?.status === 'ready') {
    return <ReadyCells quote={quote} fault={known?.fault ?? null} nowMs={nowMs} />;
  }
  if (quote?.status === 'failed') {
    return (
      <td colSpan={8} className={styles.failed}>
        {quote.error}
      </td>
    );
  }
  return (
    <td colSpan={8} className={styles.waiting}>
      <Skeleton width="min(240px, 60%)" height={16} />
    </td>
  );
}

function ReadyCells({ quote, fault, nowMs }: { quote: QuoteReady; fault: string | null; nowMs: number }) {
  const format = useFormat();
  const { currency, current_price: price, day_change_percent: change } = quote;
  const { closes, ticker, source, as_of: asOf, exchange_timezone: zone } = quote;
  return (
    <>
      <td className={styles.price}>{format.price(price, currency)}</td>
      <td className={styles.change}>
        <Delta value={change ?? Number.NaN} text={format.percent(change ?? Number.NaN, { signed: true })} />
      </td>
      <ShareCell className={styles.rarity} label="How rare" share={shareAsLarge(quote)} />
      <td className={styles.signal}>
        <SignalBadge signal={quote.ai_signal} />
        {quote.signal_before !== null && quote.signal_before !== quote.ai_signal && (
          <span className={styles.was}>was {quote.signal_before}</span>
        )}
      </td>
      <ShareCell className={styles.chanceUp} label="Chance of +2%" share={quote.probability_buy} />
      <ShareCell className={styles.chanceDown} label="Chance of −2%" share={quote.probability_sell} />
      <td className={styles.trend}>
        <Sparkline
          values={closes}
          heightPx={SPARKLINE_HEIGHT_PX}
          label={`${ticker}, last ${closes.length} sessions: from ${format.price(closes[0] ?? Number.NaN, currency)} to ${format.price(closes.at(-1) ?? Number.NaN, currency)}`}
        />
      </td>
      <td className={styles.age} title={`${SOURCE_NAME[source]} · ${format.time(asOf, zone, nowMs)}`}>
        {format.relativeTime(Date.parse(asOf) / 1000, zone, nowMs)}
        <span className={styles.source}>
          {quote.stale && 'stale · '}
          {SOURCE_NAME[source]}
        </span>
        {fault !== null && (
          <span className={styles.fault} title={fault}>
            not updated
            <VisuallyHidden>: {fault}</VisuallyHidden>
          </span>
        )}
      </td>
    </>
  );
}

interface ShareProps {
  readonly className: string | undefined;
  /** What the column's head says: rows without one show it. */
  readonly label: string;
  /** 0…1. */
  readonly share: number | null;
}

function ShareCell({ className, label, share }: ShareProps) {
  const format = useFormat();
  return (
    <td className={className}>
      <span className={styles.inline} aria-hidden="true">
        {label}:
      </span>
      {share === null ? 'N/A' : format.share(share)}
    </td>
  );
}
