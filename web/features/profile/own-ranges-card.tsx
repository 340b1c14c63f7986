import { formatDays, MIN_COUNTED, ownRangeDetails, ownRangeVerdict, scoreOwnRanges } from '#compute';
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { Link } from 'wouter';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { jointProvenance, type ExportRows } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { ByMarket } from '../../shared/journal/journal-results.tsx';
import { ConfirmButton } from '../../shared/ui/ask-first.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CellWithNote, DataTable } from '../../shared/ui/data-table.tsx';
import { clearJournal } from '../../shared/user/forecast-journal.ts';
import { ownRangesAtom, type OwnRange } from '../../shared/user/own-ranges.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import styles from './own-ranges-card.module.css';

interface RangesProps {
  readonly entries: readonly OwnRange[];
}

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
          className={styles.clear}
          onClear={() => edit(clearJournal('own_range'))}
        />
      }
    >
      <div className={styles.record}>
        <p className="note">
          Ranges you set on the analysis page stay as you set them, and settle like the model’s beside them.{' '}
          <Link href="/method#own-range">How they’re scored</Link>
        </p>
        <ByMarket entries={ranges} Results={MarketRanges} />
      </div>
    </Card>
  );
}

function MarketRanges({ entries }: RangesProps) {
  const { sentence } = useFormat();
  const score = scoreOwnRanges(entries);
  const stamps = entries.map(({ source, made_at: madeAt }) => ({ source, as_of: madeAt }));
  return (
    <>
      <div className={styles.row}>
        <p>{sentence(ownRangeVerdict(score))}</p>
        <ExportButton
          exportable={{ title: 'Your ranges', kind: 'estimate', rows: () => rangeRows(entries) }}
          provenance={jointProvenance('profile', stamps)}
        />
      </div>
      {score.measured && <p className="note">{sentence(ownRangeDetails(score.measured))}</p>}
      {score.settled >= MIN_COUNTED && <Outcomes entries={entries} />}
      <RangeTable entries={entries} />
    </>
  );
}

/** Where outcomes fell, all ranges drawn as one: yours above the model's. */
function Outcomes({ entries }: RangesProps) {
  const { count } = useFormat();
  const strip = (name: string, low: 'own_low' | 'low80', high: 'own_high' | 'high80') => {
    const dots = entries.flatMap(({ key, [low]: from, [high]: to, outcome }) =>
      outcome === null ? [] : { key, place: (outcome.close - from) / (to - from) },
    );
    const below = dots.filter(({ place }) => place < 0).length;
    const above = dots.filter(({ place }) => place > 1).length;
    return (
      <div>
        <p className={styles.row}>
          <span>{name}</span>
          <span className="note">
            {count(dots.length - below - above)} inside, {count(below)} below, {count(above)} above
          </span>
        </p>
        <svg className={styles.strip} aria-hidden="true">
          <rect className={styles.band} x={percent(0)} width={percent(0)} height="100%" />
          {dots.map(({ key, place }, i) => (
            <circle
              key={key}
              className={place < 0 || place > 1 ? styles.missed : styles.held}
              cx={percent(place)}
              cy={`${12 + ((i * 29) % 76)}%`}
              r="3.5"
            />
          ))}
        </svg>
      </div>
    );
  };
  return (
    <figure className={styles.record}>
      {strip('Yours', 'own_low', 'own_high')}
      {strip('The model’s', 'low80', 'high80')}
      <figcaption className="caption">
        Each dot is a close. Every range is drawn at the same width, and dots at the ends are further out.
      </figcaption>
    </figure>
  );
}

/** A place in a range (0: its low, 1: its high) on a strip that ends a width beyond it on each side. */
function percent(place: number): string {
  return `${((Math.min(Math.max(place, -0.96), 1.96) + 1) / 3) * 100}%`;
}

const HEADERS = ['Listing', 'Your range', 'Model’s', 'Close'] as const;

function RangeTable({ entries }: RangesProps) {
  const format = useFormat();
  const rows = entries.toReversed().map((range) => {
    const { key, ticker, horizon_days: days, target_date: target, why, outcome } = range;
    const cell = (name: string, low: number, high: number) => {
      const note = outcome && (low <= outcome.close && outcome.close <= high ? 'held' : 'missed');
      return <CellWithNote key={name} text={format.range(low, high, range)} note={note} />;
    };
    const terms = `${formatDays(days)} to ${format.isoDate(target)}${why === undefined ? '' : `: ${why}`}`;
    return {
      id: key,
      cells: [
        <CellWithNote key="listing" text={ticker} note={terms} />,
        cell('own', range.own_low, range.own_high),
        cell('model', range.low80, range.high80),
        <CellWithNote
          key="close"
          text={outcome ? format.price(outcome.close, range) : 'open'}
          note={outcome && format.isoDate(outcome.date, 'short')}
        />,
      ],
    };
  });
  return (
    <DataTable label="Ranges and outcomes" headers={HEADERS} rows={rows} className={styles.ranges} isLong />
  );
}

const COLUMNS = Object.keys(ITEM_KINDS.own_range.value.entries) as (keyof ItemValue<'own_range'>)[];

function rangeRows(ranges: readonly OwnRange[]): ExportRows {
  return [
    [...COLUMNS, 'outcome_date', 'outcome_close'],
    ...ranges.map((range) => [
      ...COLUMNS.map((name) => range[name] ?? null),
      range.outcome?.date ?? null,
      range.outcome?.close ?? null,
    ]),
  ];
}
