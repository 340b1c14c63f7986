import { useId, useState, type ReactNode } from 'react';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../store.ts';
import { userAtom } from '../sign-in/auth.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TableRows } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { focusHeadingOnRemoval } from '../ui/focus-heading.ts';
import { reversibleEditAtom, type Change } from '../user/user-items.ts';
import styles from './list-import.module.css';
import { readSource, type ListRow, type ReadRows } from './read-list.ts';
import { resolveRows, type ReadRow } from './resolve-rows.ts';

/** Once `count` items have been added, only the rows that could not be read stay. */
interface Step<Row extends ListRow> {
  readonly isReading?: true;
  readonly refusal?: string;
  readonly rows?: readonly ReadRow<Row>[];
  readonly choice?: ReactNode;
  readonly count?: number;
  readonly undo?: () => void;
}

/** What read rows would change: how many items, a note on each row, and what concerns all of them. */
interface ImportPlan<Row extends ListRow> {
  readonly change: Change;
  readonly count: number;
  readonly notes: readonly string[];
  /** The rows that nothing can be made of. */
  readonly unread: readonly ReadRow<Row>[];
  readonly warning: string;
}

interface ListImportProps<Row extends ListRow> {
  readonly noun: 'listing' | 'position';
  readonly label: string;
  readonly hint: ReactNode;
  /** What an account adds, for guests. */
  readonly guestNote?: string;
  readonly read: (list: string, quantityHead?: string) => ReadRows<Row>;
  readonly plan: (rows: readonly ReadRow<Row>[]) => ImportPlan<Row>;
  /** The text of a row's column of quantities. */
  readonly quantityOf?: (row: Row) => string;
}

/** Imports a list: its rows are shown as they were read before anything is stored, and the import can be undone. */
export function ListImport<Row extends ListRow>(props: ListImportProps<Row>) {
  const store = useStore();
  const [step, setStep] = useState<Step<Row>>({});

  async function read(source: Blob, quantityHead?: string) {
    setStep({ isReading: true });
    const found = await readSource(source, (list) => props.read(list, quantityHead));
    if (!found.ok) return setStep({ refusal: found.error });
    const { rows, heads = [] } = found.value;
    const choice = heads.length > 0 && (
      <Select
        label="Column of quantities"
        options={['', ...heads].map((head) => ({ value: head, label: head || 'Choose…' }))}
        value=""
        onChange={(head) => void read(source, head)}
      />
    );
    setStep({ rows: await resolveRows(store, rows), choice });
  }

  return (
    <>
      <ListForm
        // A new form once its list has been added.
        key={String(step.count === undefined)}
        {...props}
        {...step}
        onList={(list) => void read(list)}
      />
      {step.rows && <Preview {...props} step={step} rows={step.rows} onStep={setStep} />}
    </>
  );
}

interface ListFormProps
  extends Pick<ListImportProps<ListRow>, 'label' | 'hint'>, Pick<Step<ListRow>, 'isReading' | 'refusal'> {
  readonly onList: (source: Blob) => void;
}

function ListForm({ label, hint, isReading, refusal, onList }: ListFormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onList(new Blob([String(new FormData(event.currentTarget).get('list'))]));
      }}
    >
      <label>
        {label}
        <textarea name="list" rows={3} spellCheck={false} />
      </label>
      <p className="note">{hint}</p>
      <div className={styles.actions}>
        <Button type="submit" aria-busy={isReading} busyLabel="Reading…">
          Preview import
        </Button>
        <label className={styles.file}>
          Or choose a file
          <input
            type="file"
            accept=".txt,.csv,.tsv,text/*"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) onList(file);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
      </div>
      <output className="note">{refusal}</output>
    </form>
  );
}

interface PreviewProps<Row extends ListRow> extends ListImportProps<Row> {
  readonly step: Step<Row>;
  readonly rows: readonly ReadRow<Row>[];
  readonly onStep: (step: Step<Row>) => void;
}

function Preview<Row extends ListRow>(props: PreviewProps<Row>) {
  const { quantityOf, step, rows, onStep } = props;
  const id = useId();
  const { count } = step;
  const plan = props.plan(rows);
  const isDone = count !== undefined;
  return (
    <section ref={focusHeadingOnRemoval} aria-labelledby={id} tabIndex={-1}>
      <output className={styles.done}>{isDone && `${count} added.`}</output>
      <h3 id={id} className={styles.title} hidden={rows.length === 0}>
        {isDone ? `Not read: ${rows.length}` : `Read: ${rows.length - plan.unread.length} of ${rows.length}`}
      </h3>
      {step.choice}
      {plan.warning !== '' && <p className="note">{plan.warning}</p>}
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby={id}>
          <table className={styles.table}>
            <TableRows
              headers={['In the list', 'Read as', ...(quantityOf ? ['Quantity'] : []), 'Note']}
              rows={rows.map((row, index) => {
                const name = (ticker: string) =>
                  onStep({ ...step, rows: rows.with(index, { ...row, ticker }) });
                const listing = <ReadAs key="listing" row={row} onChange={name} />;
                const quantity = quantityOf ? [quantityOf(row)] : [];
                return { id: `${index}`, cells: [row.text, listing, ...quantity, plan.notes[index]] };
              })}
            />
          </table>
        </div>
      )}
      <PreviewActions {...props} plan={plan} />
    </section>
  );
}

interface PreviewActionsProps<Row extends ListRow> extends Omit<PreviewProps<Row>, 'plan'> {
  readonly plan: ImportPlan<Row>;
}

function PreviewActions<Row extends ListRow>(props: PreviewActionsProps<Row>) {
  const { noun, guestNote, step, plan, onStep } = props;
  const isGuest = useAtomValueRawSync(userAtom) === null;
  const change = useSetAtom(reversibleEditAtom);
  const { undo } = step;
  const isDone = step.count !== undefined;
  return (
    <>
      {isGuest && <p className="note">Nothing here is stored. {guestNote}</p>}
      <div className={styles.actions}>
        {isGuest && (
          <ButtonLink variant="primary" href="/register">
            Sign Up
          </ButtonLink>
        )}
        {!isGuest && !isDone && (
          <Button
            variant="primary"
            disabled={plan.count === 0}
            onClick={({ currentTarget }) => {
              // The button disappears.
              currentTarget.closest('section')?.focus();
              onStep({ rows: plan.unread, count: plan.count, ...change(plan.change) });
            }}
          >
            {`Add ${plan.count} ${noun}${plan.count === 1 ? '' : 's'}`}
          </Button>
        )}
        {undo && (
          <Button
            onClick={() => {
              undo();
              onStep({});
            }}
          >
            Undo import
          </Button>
        )}
        <Button onClick={() => onStep({})}>{isDone ? 'Dismiss' : 'Cancel'}</Button>
      </div>
    </>
  );
}

function ReadAs({ row, onChange }: { row: ReadRow; onChange: (ticker: string) => void }) {
  const { ticker, name, venues } = row;
  if (ticker === null) return '–';
  if (venues.length < 2) return name === '' ? ticker : `${ticker} · ${name}`;
  return (
    <Select
      label={`Listing of ${row.text}`}
      hideLabel
      options={venues.map(({ symbol, exchange, currency }) => ({
        value: symbol,
        label: [symbol, exchange, currency].filter(Boolean).join(' · '),
      }))}
      value={ticker}
      onChange={onChange}
    />
  );
}
