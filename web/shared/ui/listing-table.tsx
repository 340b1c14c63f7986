import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { afterNextPaint } from '../browser/first-screen.ts';
import { AnalysisLink } from '../sign-in/analysis-link.tsx';
import { VisuallyHidden } from './announcement.tsx';
import { IconButton } from './button.tsx';
import { Select } from './field.tsx';
import styles from './listing-table.module.css';
import { nextSort, type Sort, type SortColumn } from './sort.ts';

interface ListingTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly SortColumn<Row>[];
  readonly sort: Sort;
  /** `rowsInView`: about how many rows reach into the window. */
  readonly onSort: (sort: Sort, rowsInView: number) => void;
  readonly defaultOrderLabel: string;
  /** Number of all rows, rendered or not. */
  readonly rowCount: number;
  readonly children: ReactNode;
}

const OWN_ORDER = '';

/** Rows that a frame adds after a sort. Layout and paint of all at once would hold up the page. */
const ROWS_PER_FRAME = 12;
/** Rows of another order may be lower. */
const SPARE_ROWS = 2;

export function ListingTable<Row>(props: ListingTableProps<Row>) {
  const { caption, columns, sort, onSort, defaultOrderLabel, rowCount, children } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [shownRows, setShownRows] = useState(Infinity);
  const isSorting = shownRows < Infinity;
  // Columns keep these while some of the rows that gave them their width are hidden.
  const [widthsPx, setWidthsPx] = useState<readonly number[]>([]);
  // What stands below the table keeps its place.
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => {
    const rows = body.current?.rows ?? [];
    for (const [at, row] of [...rows].entries()) row.hidden = at >= shownRows;
    const next = shownRows < rows.length ? shownRows + ROWS_PER_FRAME : Infinity;
    return isSorting ? afterNextPaint(() => setShownRows(next)) : undefined;
  });

  function change(next: Sort) {
    const cells = body.current?.closest('table')?.tHead?.rows[0]?.cells ?? [];
    setWidthsPx(Array.from(cells, (cell) => cell.getBoundingClientRect().width));
    const { top = 0, height = 0 } = body.current?.getBoundingClientRect() ?? {};
    setHeightPx(height);
    const inView = Math.ceil(((innerHeight - top) / height) * (body.current?.rows.length ?? 0)) + SPARE_ROWS;
    setShownRows(inView);
    onSort(next, inView);
  }

  const sortable = columns.filter(({ value }) => value !== undefined);
  return (
    <>
      <div className={styles.sort}>
        <Select
          label="Sort by"
          options={[
            { value: OWN_ORDER, label: defaultOrderLabel },
            ...sortable.map(({ key, label }) => ({ value: key, label })),
          ]}
          value={sort?.key ?? OWN_ORDER}
          onChange={(chosen) => {
            const column = sortable.find(({ key }) => key === chosen);
            change(column === undefined ? null : nextSort(null, column));
          }}
        />
      </div>
      <div className={styles.scroll} style={{ minHeight: isSorting ? heightPx : undefined }}>
        <table className={styles.table} aria-rowcount={rowCount + 1}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <ColumnHead
                  key={column.key}
                  {...{ column, sort }}
                  widthPx={isSorting ? widthsPx[at] : undefined}
                  onPress={() => change(nextSort(sort, column))}
                />
              ))}
              <th scope="col" colSpan={2}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>{children}</tbody>
        </table>
      </div>
    </>
  );
}

interface ColumnHeadProps<Row> {
  readonly column: SortColumn<Row>;
  readonly sort: Sort;
  readonly widthPx: number | undefined;
  readonly onPress: () => void;
}

function ColumnHead<Row>({ column: { key, label, value }, sort, widthPx, onPress }: ColumnHeadProps<Row>) {
  const direction = sort?.key === key ? sort.direction : undefined;
  return (
    <th scope="col" aria-sort={direction} style={{ width: widthPx }}>
      {value === undefined ? (
        label
      ) : (
        <button type="button" className={styles.head} onClick={onPress}>
          {label}
          <span className={styles.direction} aria-hidden="true">
            {direction === 'ascending' && '▲'}
            {direction === 'descending' && '▼'}
          </span>
        </button>
      )}
    </th>
  );
}

interface ListingRowProps<Row> {
  readonly ref?: Ref<HTMLTableRowElement>;
  readonly ticker: string;
  readonly name: string;
  /** Before the ticker. */
  readonly grip?: ReactNode;
  /** After the ticker. */
  readonly tag?: ReactNode;
  /** Before the name. */
  readonly note?: ReactNode;
  readonly columns: readonly SortColumn<Row>[];
  readonly cells: readonly ReactNode[] | null;
  readonly placeholder: ReactNode;
  /** Expanded: on a phone shows all figures and actions. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Name of the button that expands the row. */
  readonly toggleLabel: string;
  /** Id of a further row that it shows on any screen. */
  readonly detailsId?: string | undefined;
  readonly children: ReactNode;
}

/** A listing's row. A press anywhere but on its buttons opens the listing. */
export function ListingRow<Row>(props: ListingRowProps<Row>) {
  const { ref, ticker, name, grip, tag, note, columns, cells, placeholder, children } = props;
  const { isOpen, onToggle, toggleLabel, detailsId } = props;
  const figures = columns.slice(1);
  return (
    <tr ref={ref} className={styles.row} data-open={isOpen || undefined}>
      {/* Its buttons are not part of the row's name. */}
      <th scope="row" aria-label={`${ticker} ${name}`.trim()}>
        {grip}
        <AnalysisLink ticker={ticker} />
        {tag}
        <span className={styles.name}>
          {note}
          {note && ' · '}
          {name}
        </span>
      </th>
      {cells === null ? (
        <td colSpan={figures.length} className={styles.absent}>
          {placeholder}
        </td>
      ) : (
        figures.map(({ key, label, area }, at) => (
          <td key={key} data-label={label} data-area={area}>
            {cells[at]}
          </td>
        ))
      )}
      <td className={styles.actions}>{children}</td>
      <td className={styles.toggle} data-any-screen={detailsId !== undefined || undefined}>
        <IconButton
          label={toggleLabel}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
          icon={ChevronDown}
          iconPx={20}
        />
      </td>
    </tr>
  );
}
