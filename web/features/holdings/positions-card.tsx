import { numberInput, type Region } from '#compute';
import { X } from 'lucide-react';
import { memo } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { ListImport } from '../../shared/import/list-import.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { Delta } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CellWithNote, DataTable } from '../../shared/ui/data-table.tsx';
import { focusHeadingOnRemoval } from '../../shared/ui/focus-heading.ts';
import { holdingsAtom, MAX_POSITIONS, removePosition } from '../../shared/user/holdings.ts';
import { undoableEditAtom } from '../../shared/user/user-items.ts';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import styles from './holdings-page.module.css';
import { gainOf, splitsSince } from './holdings-view.ts';
import { gainText } from './outlook-words.ts';
import { planOf, readPositions } from './read-positions.ts';
import { useStage, type Outlook } from './use-outlook.ts';

const REMOVE = <VisuallyHidden key="remove">Remove</VisuallyHidden>;

/** The user's positions: typed, pasted or read from a file, and removed in the table. */
export const PositionsCard = memo(function PositionsCard({ outlook }: { outlook: Outlook | null }) {
  const isBuilt = useStage(1) > 0;
  const format = useFormat();
  const { region } = format;
  const stored = useAtomValueRawSync(holdingsAtom);
  const undoable = useSetAtom(undoableEditAtom);
  const hasCosts = stored.some(({ cost }) => cost !== undefined);
  const rows = stored.map((position) => {
    const { ticker, quantity, weighted, cost } = position;
    const holding = outlook?.holdings.find((other) => other.ticker === ticker);
    const splits = holding ? splitsSince(position, holding) : 1;
    const gain = holding && gainOf({ ...holding, position });
    const note = gain && outlook && (
      <Delta value={gain.gain} text={gainText(format, gain.gain, gain.cost, outlook.currency)} />
    );
    const text = cost && numberInput(region, cost / splits);
    return {
      id: ticker,
      cells: [
        ticker,
        quantityText(region, quantity * splits, weighted),
        ...(hasCosts ? [<CellWithNote key="cost" text={text ?? '–'} note={note ?? null} />] : []),
        <IconButton
          key="remove"
          label={`Remove ${ticker}`}
          icon={X}
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to the table.
            currentTarget.closest('section')?.focus();
            undoable(`${ticker} removed.`, removePosition(ticker));
          }}
        />,
      ],
    };
  });
  return (
    <Card
      title="Your positions"
      subtitle={`${stored.length} of ${MAX_POSITIONS}. No page shows them to anyone else.`}
    >
      {stored.length > 0 && isBuilt && (
        <div ref={focusHeadingOnRemoval} className={styles.positions}>
          <DataTable
            label="Quantities and costs"
            className={styles.table}
            headers={['Ticker', 'Quantity', ...(hasCosts ? ['Cost, gain'] : []), REMOVE]}
            rows={rows}
          />
        </div>
      )}
      {(stored.length === 0 || isBuilt) && (
        <ListImport
          noun="position"
          label="Tickers with quantities, or a file from your broker"
          hint="One line each, such as AAPL 10, AAPL 10 150.25 with the cost, AAPL 40% or CASH:USD 500. A line replaces the position with its ticker. Reads the files of Portfolio Performance, Ghostfolio, DEGIRO, Interactive Brokers, Yahoo Finance, Fidelity, Schwab, and any table with a column of quantities."
          read={(list, quantityHead) => readPositions(list, region, quantityHead)}
          quantityOf={({ quantity, weighted }) => quantityText(region, quantity, weighted)}
          plan={(read) => planOf(read, stored, new Date(nowMs()).toISOString().slice(0, 10))}
        />
      )}
    </Card>
  );
});

/** "10", or "40%" for a weight. */
function quantityText(region: Region, quantity: number, weighted = false): string {
  return `${numberInput(region, quantity).replace('-', '−')}${weighted ? '%' : ''}`;
}
