import {
  formatDays,
  MIN_COUNTED,
  ownRangeVerdict,
  scoreOwnRanges,
  SIMULATED,
  type Estimate,
  type Format,
  type OwnRangeScore,
} from '#compute';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { NO_INTERVAL } from '../../shared/charts/interval-plot.tsx';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import type { ExportRows } from '../../shared/format/exportable.ts';
import { estimateText, useFormat } from '../../shared/format/use-format.ts';
import { ByMarket } from '../../shared/journal/journal-results.tsx';
import { ConfirmButton } from '../../shared/ui/ask-first.tsx';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { CellWithNote, DataTable } from '../../shared/ui/data-table.tsx';
import { isSameMarket } from '../../shared/user/anchor.ts';
import { clearJournal } from '../../shared/user/forecast-journal.ts';
import { ownRangesAtom, type OwnRange } from '../../shared/user/own-ranges.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { OutcomesPicture } from './outcomes-picture.tsx';
import styles from './profile-page.module.css';

export function OwnRangesCard() {
  const format = useFormat();
  const ranges = useAtomValueRawSync(ownRangesAtom);
  const edit = useSetAtom(editAtom);
  return (
    <Card
      title="Your ranges"
      footer={
        <ConfirmButton
          action="Clear"
          label="Clear your ranges"
          question={`Clear ${format.counted(ranges.length, 'range')}? This cannot be undone.`}
          className={styles.controls}
          onClear={() => edit(clearJournal('own_range'))}
        />
      }
    >
      <div className={styles.record}>
        <p className={styles.note}>
          Each range you set on the analysis page stays as you set it. It settles by the same rule as the
          model’s, on the same forecast.
        </p>
        <ByMarket entries={ranges} Results={MarketRanges} />
      </div>
    </Card>
  );
}

function MarketRanges({ entries }: { readonly entries: readonly OwnRange[] }) {
  const format = useFormat();
  const score = scoreOwnRanges(entries);
  const isSample = entries.some(({ source }) => isSameMarket(source, 'sample'));
  const exportable = { title: 'Your ranges', kind: 'estimate', rows: () => rangeRows(entries) } as const;
  const sources = new Set(entries.map(({ source }) => source));
  const provenance = {
    subject: isSample ? 'sample' : 'live',
    source: isSample ? SIMULATED : [...sources].join(', '),
    asOf: entries.at(-1)?.made_at ?? '',
  };
  return (
    <>
      <div className={styles.setting}>
        <p>{format.sentence(ownRangeVerdict(score))}</p>
        <ExportButton exportable={exportable} provenance={provenance} />
      </div>
      {score.measured && <Measured settled={score.settled} measured={score.measured} />}
      {score.settled >= MIN_COUNTED && <OutcomesPicture ranges={entries} />}
      <RangeTable ranges={entries} />
    </>
  );
}

interface MeasuredProps extends Pick<OwnRangeScore, 'settled'> {
  readonly measured: NonNullable<OwnRangeScore['measured']>;
}

function Measured({ settled, measured: { held, modelHeld, score } }: MeasuredProps) {
  const format = useFormat();
  const ratio = (value: number) => format.fixed(value, 2);
  const { low, high } = score;
  const interval = low === null || high === null ? NO_INTERVAL : `${ratio(low)} to ${ratio(high)}`;
  const chip = `n = ${format.count(settled)}`;
  const share = (label: string, estimate: Estimate) => (
    <Tile
      label={label}
      value={format.share(estimate.value)}
      detail={`95% interval ${estimateText(format.share, estimate).note}`}
      chip={chip}
    />
  );
  return (
    <Tiles>
      {share('Your ranges held', held)}
      {share('The model’s held', modelHeld)}
      <Tile
        label="Interval score vs the model’s"
        value={`${ratio(score.value)}×`}
        detail={`95% interval: ${interval}. It adds width and misses; under 1 beats the model.`}
        chip={chip}
      />
    </Tiles>
  );
}

const HEADERS = ['Listing', 'Your range', 'Model’s', 'Close'] as const;

function RangeTable({ ranges }: { readonly ranges: readonly OwnRange[] }) {
  const format = useFormat();
  const rows = ranges.toReversed().map((range) => ({ id: range.key, cells: cellsOf(format, range) }));
  return (
    <DataTable label="Each of your ranges" headers={HEADERS} rows={rows} className={styles.ranges} isLong />
  );
}

function cellsOf(format: Format, range: OwnRange) {
  const {
    ticker,
    horizon_days: days,
    target_date: target,
    why,
    outcome,
    own_low,
    own_high,
    low80,
    high80,
  } = range;
  const quoted = { ticker, currency: '' };
  const cell = (low: number, high: number) => (
    <CellWithNote
      text={format.range(low, high, quoted)}
      note={outcome && heldText(low, high, outcome.close)}
    />
  );
  const name = `${formatDays(days)} to ${format.isoDate(target)}${why === undefined ? '' : `: ${why}`}`;
  return [
    <CellWithNote key="name" text={ticker} note={name} />,
    cell(own_low, own_high),
    cell(low80, high80),
    outcome ? (
      <CellWithNote
        key="close"
        text={format.price(outcome.close, quoted)}
        note={format.isoDate(outcome.date, 'short')}
      />
    ) : (
      'open'
    ),
  ];
}

function heldText(low: number, high: number, close: number): 'held' | 'missed' {
  return low <= close && close <= high ? 'held' : 'missed';
}

function rangeRows(ranges: readonly OwnRange[]): ExportRows {
  const rows = ranges.map((range) => {
    const { own_low, own_high, low80, high80, outcome } = range;
    return [
      range.ticker,
      range.base_date,
      range.base_close,
      range.horizon_days,
      range.target_date,
      own_low,
      own_high,
      low80,
      high80,
      range.model,
      outcome?.date ?? null,
      outcome?.close ?? null,
      outcome && heldText(own_low, own_high, outcome.close),
      outcome && heldText(low80, high80, outcome.close),
      range.why ?? null,
      range.made_at,
    ];
  });
  return [CSV_HEADERS, ...rows];
}

const CSV_HEADERS = [
  'Ticker',
  'Base session',
  'Base close',
  'Trading days',
  'Target date',
  'Your low',
  'Your high',
  'Model low (80%)',
  'Model high (80%)',
  'Model',
  'Outcome date',
  'Outcome close',
  'Your range',
  'Model range',
  'Why',
  'Saved',
];
