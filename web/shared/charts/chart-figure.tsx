import { isoDate, type Quoted } from '#compute';
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Exportable, ExportableChart } from '../format/exportable.ts';
import { useSpeech, VisuallyHidden } from '../ui/announcement.tsx';
import styles from './chart-figure.module.css';
import { leaveChart, pressKey, type KeyTarget } from './chart-keys.ts';
import { useLinkedPlot } from './use-linked-plot.ts';
import { createChartLink, type ChartLink, type Series } from './use-viewport.ts';
import { ChartReadout, ChartTable, ChartToolbar, type ReadoutItem } from './chart-parts.tsx';
import type { ChartAnnotations, ChartColumn, GestureTarget } from './chart-spec.ts';
import { UplotChart, type UplotChartProps } from './uplot-chart.tsx';

interface ChartFigureProps
  extends Series, Pick<UplotChartProps, 'spec' | 'columns' | 'heightPx' | 'formatAxis'> {
  readonly ref?: Ref<ExportableChart>;
  readonly label: string;
  /** What the chart shows, in one sentence for screen readers. */
  readonly summary: string;
  readonly annotations?: ChartAnnotations | undefined;
  readonly columnNames: readonly string[];
  /** The listing whose decimals an export has. */
  readonly quoted?: Quoted;
  /** More columns for an export: those shown in charts below this one. */
  readonly moreColumns?: readonly { readonly name: string; readonly values: ChartColumn }[];
  /** First cell of an exported row, from its date; by default the calendar date. */
  readonly rowName?: (epochSeconds: number) => string;
  /** The facts of a session, while the one at `from` is the first on screen. */
  readonly readout: (index: number, from: number) => readonly ReadoutItem[];
  /** Number of trailing dates without data, kept free for bars still to come. */
  readonly room?: number;
  /** Session shown in the strip without a crosshair; by default the last. */
  readonly restIndex?: number;
  readonly isZoomable: boolean;
  /** A new key, of this or {@link resetKey}, makes the price axis automatic again. */
  readonly pricesKey?: string;
  readonly link?: ChartLink;
  /** Shown over the plot's top left; only its controls take pointer events. */
  readonly legend?: ReactNode;
  readonly children?: ReactNode;
}

const NO_ANNOTATIONS: ChartAnnotations = {};

export function ChartFigure({ ref, ...props }: ChartFigureProps) {
  const { label, dates, isZoomable, room = 0, restIndex = Infinity } = props;
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const [ownLink] = useState(createChartLink);
  const [series, setSeries] = useState<string | null>(null);
  const { say, region } = useSpeech();
  const link = props.link ?? ownLink;
  const pricesKey = `${props.resetKey} ${props.pricesKey}`;
  const shown = useLinkedPlot(link, props, { isZoomable, pricesKey });
  const { plot, gestures, from, to } = shown;
  const readout = (index: number) => props.readout(index, from);
  const total = dates.length - room;
  const end = Math.min(to, total);
  const resting = Math.min(Math.max(restIndex, from), Math.min(to, dates.length) - 1);
  const target = { ...gestures, plot, from, to, total, readout, resting, series, setSeries, say };

  useImperativeHandle(ref, () => ({
    exportable: () => exportableOf(props, from, end),
    canvases: () => [...(surface.current?.parentElement?.querySelectorAll('canvas') ?? [])],
    resetView: () => gestures.reset('plot'),
  }));

  return (
    <figure className={styles.figure}>
      <ChartReadout
        {...shown}
        cursorAtom={link.cursorAtom}
        resting={resting}
        readout={readout}
        current={series}
      />
      {props.legend && <div className={styles.legend}>{props.legend}</div>}
      <ChartSurface ref={surface} label={label} summaryId={`${id}-summary`} target={target}>
        <UplotChart {...props} {...shown} annotations={props.annotations ?? NO_ANNOTATIONS} />
      </ChartSurface>
      {props.children}
      <figcaption className={styles.caption}>
        <VisuallyHidden>
          {/* Hidden, or screen readers would read it twice: here and as the description. */}
          <span id={`${id}-summary`} hidden>
            {props.summary} {keysInWords(gestures)}
          </span>
        </VisuallyHidden>
        {region}
        {isZoomable && <ChartToolbar label={label} plot={plot} total={total} />}
        <ChartTable label={label} from={from} to={end} row={readout} />
      </figcaption>
    </figure>
  );
}

interface ChartSurfaceProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly label: string;
  readonly summaryId: string;
  readonly target: KeyTarget;
  readonly children: ReactNode;
}

function ChartSurface({ ref, label, summaryId, target, children }: ChartSurfaceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application surface with a keyboard cursor; it has a name, documented keys and a table
    <div
      ref={ref}
      className={styles.surface}
      role="application"
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={summaryId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      onKeyDown={(event) => {
        const isOnButton = event.target !== event.currentTarget;
        if (isOnButton || event.ctrlKey || event.metaKey || event.altKey) return;
        if (pressKey(event, target)) event.preventDefault();
      }}
      onBlur={() => leaveChart(target)}
    >
      {children}
    </div>
  );
}

function keysInWords({ isZoomable, ownsPage }: GestureTarget): string {
  return [
    'Use the left and right arrow keys to move between sessions, and up and down to switch series.',
    'Enter reads all values.',
    isZoomable && 'Plus and minus zoom, Shift with left or right pans, 0 resets the view.',
    ownsPage &&
      'Shift with up or down stretches the price axis, Shift with Page Up or Page Down shifts it, A fits it again.',
  ]
    .filter(Boolean)
    .join(' ');
}

function exportableOf(props: Omit<ChartFigureProps, 'ref'>, from: number, to: number): Exportable {
  const { label, quoted = '', columnNames, moreColumns = [], rowName = isoDate, dates, annotations } = props;
  const columns = [...props.columns, ...moreColumns.map(({ values }) => values)];
  return {
    title: label,
    quoted,
    kind: (annotations?.estimateFrom ?? Infinity) < to ? 'estimate' : 'prices',
    rows: () => [
      ['date', ...columnNames, ...moreColumns.map(({ name }) => name)],
      ...Array.from({ length: to - from }, (_, i) => [
        rowName(dates[from + i] ?? 0),
        ...columns.map((column) => column[from + i] ?? null),
      ]),
    ],
  };
}
