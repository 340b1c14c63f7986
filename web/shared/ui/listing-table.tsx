import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode, type Ref } from 'react';
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
  readonly onSort: (sort: Sort) => void;
  readonly defaultOrderLabel: string;
  /** Number of all rows, rendered or not. */
  readonly rowCount: number;
  readonly children: ReactNode;
}

const OWN_ORDER = '';

export function ListingTable<Row>(props: ListingTableProps<Row>) {
  const { caption, columns, sort, onSort, defaultOrderLabel, rowCount, children } = props;
  const isSorting = useDeferredValue(sort) !== sort;
  // Columns keep these while some of the rows that gave them their width are hidden.
  const [widthsPx, setWidthsPx] = useState<readonly number[]>([]);
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
            onSort(column === undefined ? null : nextSort(null, column));
          }}
        />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table} aria-rowcount={rowCount + 1}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <ColumnHead
                  key={column.key}
                  {...{ column, sort }}
                  widthPx={isSorting ? widthsPx[at] : undefined}
                  onPress={(cells) => {
                    setWidthsPx(Array.from(cells, (cell) => cell.getBoundingClientRect().width));
                    onSort(nextSort(sort, column));
                  }}
                />
              ))}
              <th scope="col" colSpan={2}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody data-sorting={isSorting || undefined}>{children}</tbody>
        </table>
      </div>
    </>
  );
}

interface ColumnHeadProps<Row> {
  readonly column: SortColumn<Row>;
  readonly sort: Sort;
  readonly widthPx: number | undefined;
  /** Called with the cells of the head, if the column sorts. */
  readonly onPress: (cells: Iterable<HTMLElement>) => void;
}

function ColumnHead<Row>({ column: { key, label, value }, sort, widthPx, onPress }: ColumnHeadProps<Row>) {
  const direction = sort?.key === key ? sort.direction : undefined;
  return (
    <th scope="col" aria-sort={direction} style={{ width: widthPx }}>
      {value === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={styles.head}
          onClick={({ currentTarget }) => onPress(currentTarget.closest('tr')?.cells ?? [])}
        >
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
