import { isoDate, numberInput, parseHorizon, type Region } from '#compute';
import { MAX_HOLDINGS } from '#worker/contract';
import { X } from 'lucide-react';
import { Fragment, memo, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withQueries } from '../../shared/api/query-client.tsx';
import { nowMs } from '../../shared/api/server-clock.ts';
import { afterNextPaint } from '../../shared/browser/first-screen.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { ListImport } from '../../shared/import/list-import.tsx';
import { ListingForm, type ListingChoice } from '../../shared/search/listing-form.tsx';
import { AccountNote } from '../../shared/sign-in/account-note.tsx';
import { userAtom } from '../../shared/sign-in/auth.ts';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { Delta } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CellWithNote, DataTable } from '../../shared/ui/data-table.tsx';
import { Field, HorizonChoice, Select } from '../../shared/ui/field.tsx';
import { focusHeadingOnRemoval } from '../../shared/ui/focus-heading.ts';
import { AsyncPart, lazyComponent, Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { undoableEditAtom } from '../../shared/user/user-items.ts';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import styles from './holdings-page.module.css';
import { gainOf } from './holdings-view.ts';
import { gainText } from './outlook-words.ts';
import { holdingsAtom, planOf, readPositions, type Position } from './read-positions.ts';
import SAMPLES from './sample-portfolios.json' with { type: 'json' };
import { ROWS_PER_PAINT, useOutlook, useStage, type Outlook } from './use-outlook.ts';

export const HoldingsPage = withQueries(Page);

/** Fetched beside the prices, so that charts are not evaluated before the first paint. */
const loadAnswer = () => import('./answer.tsx');
const Answer = lazyComponent(loadAnswer, 'Answer');

const OWN = 'Your holdings';

function Page() {
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const user = useAtomValueRawSync(userAtom);
  const own = useAtomValueRawSync(holdingsAtom);
  const isEmpty = own.length === 0;
  const portfolios = { ...(!isEmpty && { [OWN]: own }), ...SAMPLES } as Readonly<
    Record<string, readonly Position[]>
  >;
  const names = Object.keys(portfolios);
  const title = names.find((name) => name === params.get('portfolio')) ?? names[0] ?? '';
  const currency = /^[A-Z]{3}$/.exec(params.get('currency') ?? '')?.[0] ?? null;
  const horizonDays = parseHorizon(params.get('horizon'));
  const outlook = useOutlook(title, portfolios[title] ?? own, horizonDays, currency);
  const isAnswerBuilt = useStage(1) > 0;
  useEffect(() => afterNextPaint(() => void loadAnswer().catch(() => undefined)), []);
  const show = (name: string) => (value: string) => {
    params.set(name, value);
    navigate(`/holdings?${params}`);
  };
  const editor = user && (isEmpty || (title === OWN && isAnswerBuilt)) && (
    <PositionsCard key="positions" outlook={title === OWN ? outlook : null} />
  );
  const waiting = (
    <Card title={title}>
      <Spinner label="Loading stock data..." />
      <Skeleton height={1325} />
    </Card>
  );
  const answer = (
    <Fragment key="outlook">
      <div className="cluster">
        <Select
          label="Portfolio"
          hideLabel
          options={names.map((name) => ({ value: name, label: name === OWN ? name : `Sample: ${name}` }))}
          value={title}
          onChange={show('portfolio')}
        />
        <Select
          label="Currency"
          hideLabel
          options={(outlook?.currencyOptions ?? ['USD']).map((code) => ({ value: code, label: code }))}
          value={outlook?.currency ?? 'USD'}
          onChange={show('currency')}
        />
        <HorizonChoice value={horizonDays} onChange={(days) => show('horizon')(`${days}`)} />
      </div>
      <AsyncPart waiting={waiting}>{outlook ? <Answer key={title} outlook={outlook} /> : waiting}</AsyncPart>
    </Fragment>
  );
  return (
    <WorkPage title="Holdings" lead="What these holdings could lose, by the model’s estimate.">
      <AccountNote>your own holdings, kept on all your devices</AccountNote>
      {isEmpty ? [editor, answer] : [answer, editor]}
    </WorkPage>
  );
}

const REMOVE = <VisuallyHidden key="remove">Remove</VisuallyHidden>;

/** The user's positions: typed, pasted or read from a file, and removed in the table. */
const PositionsCard = memo(function PositionsCard({ outlook }: { outlook: Outlook | null }) {
  const own = useAtomValueRawSync(holdingsAtom);
  const format = useFormat();
  const undoable = useSetAtom(undoableEditAtom);
  const hasCosts = own.some(({ cost }) => cost !== undefined);
  const rowsDue = ROWS_PER_PAINT * (1 + useStage(Math.ceil(own.length / ROWS_PER_PAINT)));
  const rows = own.slice(0, rowsDue).map(({ ticker, quantity, weighted, cost }) => {
    const holding = outlook?.holdings.find((other) => other.ticker === ticker);
    // Shares may have been split since their entry.
    const shares = weighted ? quantity : (holding?.quantity ?? quantity);
    const gain = holding ? gainOf(holding) : null;
    const note = gain && (
      <Delta value={gain.gain} text={gainText(format, gain.gain, gain.cost, outlook?.currency ?? '')} />
    );
    const text = cost === undefined ? '–' : numberInput(format.region, (cost * quantity) / shares);
    return {
      id: ticker,
      cells: [
        ticker,
        quantityText(format.region, shares, weighted),
        ...(hasCosts ? [<CellWithNote key="cost" text={text} note={note} />] : []),
        <IconButton
          key="remove"
          label={`Remove ${ticker}`}
          icon={X}
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to the table.
            currentTarget.closest('section')?.focus();
            undoable(`${ticker} removed.`, () => [{ kind: 'holding', key: ticker, value: null }]);
          }}
        />,
      ],
    };
  });
  return (
    <Card
      title="Your positions"
      subtitle={`${own.length} of ${MAX_HOLDINGS}. No page shows them to anyone else.`}
    >
      {own.length > 0 && (
        <div ref={focusHeadingOnRemoval} className={styles.positions}>
          <DataTable
            label="Quantities and costs"
            className={styles.table}
            headers={['Ticker', 'Quantity', ...(hasCosts ? ['Cost, gain'] : []), REMOVE]}
            rows={rows}
          />
        </div>
      )}
      <PositionEntry own={own} />
      <ListImport
        noun="position"
        label="Tickers with quantities, or a file from your broker"
        hint="One line each, such as AAPL 10, AAPL 10 150.25 with the cost per share in the listing’s currency, AAPL 40% or CASH:USD 500. A line replaces the position with its ticker. Reads the files of Portfolio Performance, Ghostfolio, DEGIRO, Interactive Brokers, Yahoo Finance, Fidelity, Schwab, and any table with a column of quantities."
        read={(list, quantityHead) => readPositions(list, format.region, quantityHead)}
        quantityOf={({ quantity, weighted }) => quantityText(format.region, quantity, weighted)}
        plan={(read) => planOf(read, own, today())}
      />
    </Card>
  );
});

/** One position, whose listing is suggested while its name is typed. */
function PositionEntry({ own }: { own: readonly Position[] }) {
  const { region } = useFormat();
  const undoable = useSetAtom(undoableEditAtom);
  const field = useRef<HTMLInputElement>(null);
  function add({ ticker, name }: ListingChoice): string | null {
    const numbers = field.current?.value.trim() ?? '';
    const { rows } = readPositions(`${ticker} ${numbers}`, region);
    const found = rows.map((row) =>
      Object.assign(row, { ticker, name, venues: [], reason: row.known?.reason ?? '' }),
    );
    const { change, count, notes } = planOf(found, own, today());
    field.current?.focus();
    if (numbers === '') return 'Enter the quantity too, such as 10, or 40% for a weight.';
    if (count === 0) return notes[0] ?? '';
    undoable(`${ticker} added.`, change);
    if (field.current) field.current.value = '';
    return null;
  }
  return (
    <div className={styles.entry}>
      <ListingForm label="Add a position" action="Add" onEnter={add}>
        <Field ref={field} label="Quantity, cost (optional)" placeholder="10 150.25" />
      </ListingForm>
    </div>
  );
}

const today = () => isoDate(nowMs() / 1000);

/** "10", or "40%" for a weight. */
function quantityText(region: Region, quantity: number, weighted = false): string {
  return `${numberInput(region, quantity).replace('-', '−')}${weighted ? '%' : ''}`;
}
