import type { Quoted } from '#compute';
import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw, type LucideIcon } from 'lucide-react';
import { memo, useId, useImperativeHandle, useState, type ReactNode, type Ref } from 'react';
import { useSpeech, VisuallyHidden } from '../ui/announcement.tsx';
import { IconButton } from '../ui/button.tsx';
import { AsyncPart, lazyComponent } from '../ui/loading.tsx';
import styles from './chart-figure.module.css';
import { leaveChart, pressKey, type KeyTarget } from './chart-keys.ts';
import type { LivePlot } from './live-plot.ts';
import { useValueAtRest } from './motion.ts';
import { useLinkedPlot } from './use-linked-plot.ts';
import type { ChartTableProps } from './chart-table.tsx';
import {
  createChartLink,
  inView,
  ZOOM_IN_FACTOR,
  ZOOM_OUT_FACTOR,
  type ChartLink,
  type Series,
} from './use-viewport.ts';
import type { ReadoutItem } from './session-facts.ts';
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
  /** A new key, of this or {@link resetKey}, makes the price axis automatic again. */
  readonly pricesKey?: string;
  readonly link?: ChartLink;
  /** Shown over the plot's top left; only its controls take pointer events. */
  readonly legend?: ReactNode;
  readonly children?: ReactNode;
}

/** A chart on screen, in its state at the time of the call. */
export interface ExportableChart {
  readonly shown: () => Omit<ChartFigureProps, 'ref'> & { readonly from: number; readonly to: number };
  readonly canvases: () => readonly HTMLCanvasElement[];
  readonly resetView: () => void;
}

const NO_ANNOTATIONS: ChartAnnotations = {};

export function ChartFigure({ ref, ...props }: ChartFigureProps) {
  const { label, dates, isZoomable, room = 0, restIndex = Infinity } = props;
  const id = useId();
  const [ownLink] = useState(createChartLink);
  const [series, setSeries] = useState<string | null>(null);
  const { say, region } = useSpeech();
  const link = props.link ?? ownLink;
  const { live, from, to } = useLinkedPlot(link, props, `${props.resetKey} ${props.pricesKey}`);
  const { plot, gestures } = live;
  const readout = (index: number) => props.readout(index, from);
  const total = dates.length - room;
  const end = Math.min(to, total);
  const resting = Math.min(Math.max(restIndex, from), Math.min(to, dates.length) - 1);
  const target = { ...gestures, plot, total, readout, resting, series, setSeries, say };

  useImperativeHandle(ref, () => ({
    shown: () => ({ ...props, from, to: end }),
    canvases: () => [...(plot.host.closest('figure')?.querySelectorAll('canvas') ?? [])],
    resetView: () => gestures.reset('plot'),
  }));

  return (
    <figure className={styles.figure}>
      <ChartReadout target={target} cursorAtom={link.cursorAtom} view={{ from, to }} />
      {props.legend && <div className={styles.legend}>{props.legend}</div>}
      <ChartSurface label={label} summaryId={`${id}-summary`} target={target}>
        <UplotChart {...props} {...live} annotations={props.annotations ?? NO_ANNOTATIONS} />
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
  readonly label: string;
  readonly summaryId: string;
  readonly target: KeyTarget;
  readonly children: ReactNode;
}

function ChartSurface({ label, summaryId, target, children }: ChartSurfaceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application surface with a keyboard cursor; it has a name, documented keys and a table
    <div
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

interface ChartReadoutProps extends Pick<ChartLink, 'cursorAtom'> {
  readonly target: KeyTarget;
  readonly view: { readonly from: number; readonly to: number };
}

function ChartReadout({ cursorAtom, target, view }: ChartReadoutProps) {
  const { resting, readout, series } = target;
  const cursor = inView(useValueAtRest(cursorAtom), view);
  const facts = readout(cursor ?? resting).filter(({ isDetail }) => !isDetail);
  return (
    <dl className={styles.readout}>
      {facts.map(({ label, value, tone, isPlain }, i) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- labels change while the chart moves, and new elements cost the page's styles
          key={i}
          className={isPlain ? styles.plain : undefined}
          data-current={label === series || undefined}
        >
          <dt>{label}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sessions per press: about a month. */
const PAN_STEP = 20;

interface ChartToolbarProps {
  /** The chart's name, so that screen readers can tell the buttons of several charts apart. */
  readonly label: string;
  readonly plot: LivePlot;
  /** Number of sessions with data. */
  readonly total: number;
}

const TOOLS: readonly {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly press: (target: GestureTarget, last: number) => void;
}[] = [
  { name: 'Earlier', icon: ChevronLeft, press: ({ pan }) => pan(PAN_STEP) },
  { name: 'Later', icon: ChevronRight, press: ({ pan }) => pan(-PAN_STEP) },
  { name: 'Zoom out', icon: Minus, press: ({ zoom }, last) => zoom(ZOOM_OUT_FACTOR, last) },
  { name: 'Zoom in', icon: Plus, press: ({ zoom }, last) => zoom(ZOOM_IN_FACTOR, last) },
  { name: 'Reset view', icon: RotateCcw, press: ({ reset }) => reset('plot') },
];

/** Buttons for everything that gestures can do (WCAG 2.5.1 and 2.5.7). Not rendered again with each view. */
const ChartToolbar = memo(({ label, plot, total }: ChartToolbarProps) => (
  <fieldset aria-label={`${label}: view`} className={styles.toolbar}>
    {TOOLS.map(({ name, icon, press }) => (
      <IconButton
        key={name}
        label={name}
        icon={icon}
        onClick={() => press(plot.gestures, Math.min(plot.to, total) - 1)}
      />
    ))}
  </fieldset>
));

const OpenTable = lazyComponent(() => import('./chart-table.tsx'), 'OpenTable');

function ChartTable(props: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        View as table<VisuallyHidden>: {props.label}</VisuallyHidden>
      </summary>
      {isOpen && (
        <AsyncPart>
          <OpenTable {...props} />
        </AsyncPart>
      )}
    </details>
  );
}
