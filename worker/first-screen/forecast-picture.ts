/** The forecast as an SVG, in the chart's place and with its scales. */
import {
  AXIS_PAD_PX,
  dateTicks,
  FAN_OPACITY,
  forecastSummary,
  histogramBars,
  LAYOUTS,
  plotOf,
  priceAxisPx,
  priceTicks,
  TINT,
  type Format,
  type PictureInput,
  type Plot,
} from '#compute';
import * as names from './class-names.ts';
import { html, type Markup } from './markup.ts';

/** Lines are drawn in a box of this size, then stretched over the plot. */
const BOX = { width: 2000, height: 1000 } as const;

/** Labels closer to a tag than this would be half hidden by it. */
const TAG_CLEARANCE_PX = 16;
const TAG_HEIGHT_PX = 20;
const TAG_PAD_PX = 6;

/** About half a date label's width; closer to the left edge it would be cut off. */
const DATE_HALF_PX = 18;

/** The forecast's picture: history, fan, last price, and the bounds of the 80 % range at its end. */
export function forecastPicture(format: Format, input: PictureInput): Markup {
  const plot = plotOf(format, input);
  const { x, y, series, last } = plot;
  const now = x(series.estimateFrom - 1);
  return html`<div class="first-screen_picture" role="img" aria-label="${forecastSummary(format, input)}">
    <svg class="first-screen_plot" height="100%" overflow="visible" font-size="12">
      <g class="first-screen_grid" stroke="var(--line)">${byLayout((layout) => grid(plot, layout))}</g>
      <rect
        x="${percent(now)}"
        width="${percent(1 - now)}"
        height="100%"
        fill="var(--accent)"
        opacity="${TINT}"
      />
      <text
        x="${percent(now)}"
        y="6"
        dx="6"
        dominant-baseline="text-before-edge"
        fill="var(--accent)"
        font-weight="500"
      >
        Estimate
      </text>
      <svg
        width="100%"
        height="100%"
        viewBox="0 0 ${BOX.width} ${BOX.height}"
        preserveAspectRatio="none"
        fill="var(--accent)"
      >
        ${bands(plot)} ${line(plot, 0, 'text', 1.5)} ${line(plot, 1, 'accent', 2)}
      </svg>
      <line
        x2="100%"
        y1="${percent(y(last))}"
        y2="${percent(y(last))}"
        stroke="var(--neutral)"
        stroke-opacity=".6"
        stroke-dasharray="2 3"
      />
      <g fill="var(--text-3)" text-anchor="middle">
        ${byLayout((layout) => dateLabels(format, plot, layout))}
      </g>
    </svg>
    <svg class="first-screen_axis" width="${plot.axisPx}" height="100%" overflow="visible" font-size="12">
      <g dominant-baseline="central">
        <g fill="var(--text-3)">${byLayout((layout) => priceLabels(plot, layout))}</g>
        <g font-weight="600">
          <g fill="var(--accent)">${byLayout((layout) => edgePrices(plot, layout))}</g>
          ${lastPriceTag(plot)}
        </g>
      </g>
    </svg>
  </div>`;
}

type Layout = (typeof LAYOUTS)['wide' | 'phone'];

/** Draws what depends on the layout: once per layout, or once if both are the same. */
function byLayout(draw: (layout: Layout) => readonly Markup[]): Markup {
  const [wide, phone] = [html`${draw(LAYOUTS.wide)}`, html`${draw(LAYOUTS.phone)}`];
  if (wide.text === phone.text) return wide;
  return html`<g class="${names.wide}">${wide}</g><g class="first-screen_phone">${phone}</g>`;
}

function grid({ range, y }: Plot, { plotPx }: Layout): Markup[] {
  return priceTicks(range, plotPx).prices.map((price) => {
    const at = percent(y(price));
    return html`<line x2="100%" y1="${at}" y2="${at}" />`;
  });
}

function dateLabels(format: Format, { series, x }: Plot, { usualWidthPx, dateCount }: Layout): Markup[] {
  return dateTicks(format, series.dates, { from: 0, to: series.dates.length, limit: dateCount })
    .filter(({ index }) => x(index) * usualWidthPx >= DATE_HALF_PX)
    .map(({ index, label }) => html`<text x="${percent(x(index))}" y="100%" dy="15">${label}</text>`);
}

function isNear({ y }: Plot, { plotPx }: Layout, [a, b]: readonly [number, number], px: number): boolean {
  return Math.abs(y(a) - y(b)) * plotPx < px;
}

/** The price axis labels, except where a tag would hide them. */
function priceLabels(plot: Plot, layout: Layout): Markup[] {
  const { range, y, last, edges, write } = plot;
  const { prices, decimals } = priceTicks(range, layout.plotPx);
  return prices
    .filter((price) => ![last, ...edges].some((tag) => isNear(plot, layout, [price, tag], TAG_CLEARANCE_PX)))
    .map((price) => html`<text x="8" y="${percent(y(price))}">${write(price, decimals)}</text>`);
}

/** The bounds of the 80 % range at its end, moved aside if the last price's tag is close. */
function edgePrices(plot: Plot, layout: Layout): Markup[] {
  const { y, last, edges, tags } = plot;
  return edges.map((price, i) => {
    const isMoved = isNear(plot, layout, [price, last], TAG_HEIGHT_PX);
    const away = isMoved && html`dy="${price > last ? -TAG_HEIGHT_PX : TAG_HEIGHT_PX}"`;
    const at = percent(y(isMoved ? last : price));
    return html`<text x="${TAG_PAD_PX + 1}" y="${at}" ${away}>${tags[i + 1] ?? ''}</text>`;
  });
}

function lastPriceTag({ y, last, tags: [text = ''] }: Plot): Markup {
  const at = percent(y(last));
  return html`<rect
      x="1"
      y="${at}"
      width="${priceAxisPx([text]) - AXIS_PAD_PX + 2 * TAG_PAD_PX}"
      height="${TAG_HEIGHT_PX}"
      rx="4"
      transform="translate(0 ${-TAG_HEIGHT_PX / 2})"
      fill="var(--neutral)"
    /><text x="${TAG_PAD_PX + 1}" y="${at}" fill="var(--page)">${text}</text>`;
}

/** Columns of the fan's bounds, by interval. */
const BANDS = [
  { percent: 95, low: 6, high: 7 },
  { percent: 80, low: 4, high: 5 },
  { percent: 50, low: 2, high: 3 },
] as const;

/** The nested intervals, widest first; for one session, the price's distribution instead. */
function bands(plot: Plot): Markup[] {
  const { series, x, y } = plot;
  const end = series.dates.length - 1;
  if (end > series.estimateFrom) {
    return BANDS.map(({ percent: share, low, high }) =>
      band(`${path(plot, high)}L${path(plot, low, true).slice(1)}Z`, FAN_OPACITY[share], share === 80),
    );
  }
  const at = (column: number): number => BOX.height * y(series.columns[column]?.[end] ?? 0);
  const right = Math.round(BOX.width * x(end));
  const longest = BOX.width * (x(end) - x(end - 1));
  const intervals = BANDS.map(({ percent: share, low, high }) => ({
    percent: share,
    from: at(high),
    to: at(low),
  }));
  let opacity = 0;
  const bars = histogramBars(intervals, at(1));
  return BANDS.map(({ percent: share }, i) => {
    // Bars lie beside those of wider intervals, areas on top of them.
    opacity += FAN_OPACITY[share];
    const rects = (bars[i] ?? []).map(
      ({ from, to, length }) =>
        `M${right} ${Math.round(from)}H${Math.round(right - length * longest)}V${Math.round(to)}H${right}Z`,
    );
    return band(rects.join(''), opacity, share !== 95);
  });
}

function band(d: string, opacity: number, isOutlined: boolean): Markup {
  const outline = isOutlined && html`stroke="var(--accent)"`;
  return html`<path d="${d}" fill-opacity="${Math.round(opacity * 100) / 100}" ${outline} />`;
}

function line(plot: Plot, column: number, color: string, widthPx: number): Markup {
  return html`<path
    d="${path(plot, column)}"
    fill="none"
    stroke="var(--${color})"
    stroke-width="${widthPx}"
  />`;
}

function path({ series, x, y }: Plot, column: number, isBackward = false): string {
  const points = (series.columns[column] ?? []).flatMap((price, session) =>
    price === null ? [] : [`${Math.round(BOX.width * x(session))} ${Math.round(BOX.height * y(price))}`],
  );
  return `M${(isBackward ? points.toReversed() : points).join(' ')}`;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
