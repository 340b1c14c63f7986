/** The first screen of a listing: the HTML that its document shows before any script runs, and its data for these scripts. */
import {
  briefTexts,
  changeTone,
  DEFAULT_TICKER,
  deltaTone,
  driftText,
  forecastNote,
  formatDays,
  parseHorizon,
  parseTicker,
  provenanceParts,
  readName,
  SIGNAL_TONE,
  SIMULATED,
  type ForecastPoint,
  type Format,
  type HorizonDays,
  type PictureInput,
  type ProvenanceFacts,
  type QuotedListing,
  type Ticker,
} from '#compute';
import * as names from './class-names.ts';
import { forecastPicture } from './forecast-picture.ts';
import { html, type Markup } from './markup.ts';

export { forecastPicture };

export interface ShownListing {
  readonly ticker: Ticker;
  readonly days: HorizonDays;
}

/** The listing that a document (/prediction or /demo) shows; `null` if its URL's text spells no ticker. */
export function shownListing({ searchParams }: URL): ShownListing | null {
  const text = searchParams.get('ticker') ?? DEFAULT_TICKER;
  const typed = parseTicker(text);
  const read = readName(text).flatMap((reading) => (reading.kind === 'ticker' ? reading.text : []));
  const ticker = typed.ok ? typed.value : read[0];
  return ticker === undefined ? null : { ticker, days: parseHorizon(searchParams.get('days')) };
}

/** A listing's facts on the first screen; names and values as on the wire. */
export interface FirstScreenListing extends ProvenanceFacts, QuotedListing {
  readonly company_name: string;
  readonly exchange: string;
  readonly volume: number | null;
  readonly market_cap: number | null;
}

export interface FirstScreenInput extends PictureInput {
  readonly response: FirstScreenListing;
  readonly format: Format;
  /** Decides the age of prices and which year dates omit. */
  readonly nowMs: number;
}

interface Screen extends FirstScreenInput {
  /** The forecast's first and last day. */
  readonly next: ForecastPoint;
  readonly end: ForecastPoint;
}

/** The first screen as HTML, with the elements and class names of the page. Controls that need scripts are only empty space. */
export function firstScreen(input: FirstScreenInput): string {
  const { points } = input.analysis.forecast;
  const [next] = points;
  const end = points.at(-1);
  if (next === undefined || end === undefined) return '';
  const screen = { ...input, next, end };
  const { region, clock } = input.format;
  return html`<div id="first-screen" class="first-screen" data-region="${region}" data-clock="${clock}">
    <div class="${names.report}">
      ${headerCard(input)}${tiles(screen)}
      <div class="stock-page_sections"></div>
      <div class="stock-page_columns">
        <div class="${names.column}">${forecastCard(screen)}</div>
        <div class="${names.column}">
          <section class="${names.card}">
            ${cardHead('Odds')}
            <div class="card_body"></div>
          </section>
        </div>
      </div>
    </div>
  </div>`.text;
}

const ICON = html`<svg width="16" height="16"></svg>`;

function headerCard({ response, analysis, format, nowMs }: FirstScreenInput): Markup {
  const { ticker, company_name: name, exchange, source } = response;
  const { currentPrice, dayChange, dayChangePercent, signal } = analysis;
  const change = format.signedPrice(dayChange, response, currentPrice);
  const parts = provenanceParts(format, response, nowMs);
  return html`<section class="surface">
    <div class="header-card_row">
      <span class="header-card_logo" aria-hidden="true">${ticker.slice(0, 1)}</span>
      <div class="header-card_identity">
        <h2 class="header-card_ticker">${ticker}</h2>
        <p class="${names.company}">${[name, exchange].filter(Boolean).join(' · ')}</p>
      </div>
      <div class="header-card_price">
        <span class="header-card_amount">${format.price(currentPrice, response)}</span>
        ${delta(dayChange, `${change} (${format.percent(dayChangePercent, { signed: true })})`)}
      </div>
      <div class="header-card_signal">
        <span class="note">Model signal</span>
        <span class="${names.badge(SIGNAL_TONE[signal.level])}">${signal.level}</span>
        <span class="header-card_basis">past trend</span>
        <span class="${names.signalReasons}">Why${ICON}</span>
      </div>
      <span class="${names.star}"></span>
    </div>
    <div class="${names.provenance}">
      <div class="${names.source}">
        ${source === 'sample' && html`<span class="${names.sampleMark}">${SIMULATED}</span>`}
        <p>${parts.join(' · ')}</p>
      </div>
      <span class="${names.actions}"
        >${['Compare', 'Share', 'Print'].map((action) => html`<a>${ICON}<span>${action}</span></a>`)}</span
      >
    </div>
  </section>`;
}

/** A change whose glyph and colour repeat the sign of its text. */
function delta(value: number, text: string): Markup {
  const tone = deltaTone(value, text);
  const glyph = tone === 'neutral' ? null : tone === 'gain' ? '▲' : '▼';
  return html`<span class="${names.delta(tone)}"
    >${glyph && html`<span aria-hidden="true" class="badge_glyph">${glyph}</span>`}${text}</span
  >`;
}

function tiles({ response, analysis, format, next }: Screen): Markup {
  const { currentPrice, profitLoss, dayChange, dayChangePercent, profitLossPercent } = analysis;
  const tone = changeTone(next, currentPrice);
  const price = (value: number): string => format.price(value, response);
  const percent = (value: number): string => format.percent(value, { signed: true });
  const expected = percent(profitLossPercent);
  const content = [
    tile(
      'Current Price',
      price(currentPrice),
      html`${delta(dayChange, percent(dayChangePercent))} on the day`,
    ),
    tile(
      'Predicted Price',
      price(analysis.predictedPrice),
      html`${format.isoDate(next.date, 'weekday')} · ${driftText(response.instrument)}`,
    ),
    tile(
      'Expected Change',
      format.signedPrice(profitLoss, response, currentPrice),
      html`${tone === 'neutral' ? expected : delta(profitLossPercent, expected)} next trading day`,
      tone === 'neutral' ? '' : ` ${tone}`,
    ),
    tile(
      'Volume',
      format.volume(response.volume),
      html`Mkt Cap ${format.marketCap(response.market_cap, response.currency)}`,
    ),
  ];
  return html`<div class="summary-tiles_tiles">${content}</div>`;
}

function tile(label: string, value: string, detail: Markup, tone = ''): Markup {
  return html`<div role="group" aria-label="${label}" class="${names.tile}">
    <span class="note">${label}</span><span class="card_value${tone}">${value}</span>
    <span class="note">${detail}</span>
  </div>`;
}

function cardHead(title: string): Markup {
  return html`<div class="${names.cardHead}">
    <div class="card_titles"><h2 class="card_title">${title}</h2></div>
  </div>`;
}

function forecastCard(input: Screen): Markup {
  const { format, analysis } = input;
  const [first = '', ...others] = briefTexts(format, input);
  return html`<section class="${names.card}">
    ${cardHead(`Stock Price Prediction (${formatDays(analysis.forecast.horizonDays)})`)}
    <div class="${names.cardFlush}">
      <p class="prediction-chart_lead">
        <strong>${first}</strong> <span class="${names.wide}">${others.join(' ')}</span>
      </p>
      <figure class="chart-figure_figure">
        ${readout(input)}
        <div class="chart-figure_surface">${forecastPicture(format, input)}</div>
        <figcaption class="${names.caption}">
          <div class="${names.details}"><a>View as table</a></div>
        </figcaption>
      </figure>
      <p class="${names.rest}">${others.slice(0, -1).join(' ')}</p>
    </div>
    <noscript>${table(input)}</noscript>
    <div class="${names.cardFooter}">
      ${forecastNote(format, input)} <a class="prediction-chart_inlineLink">How it works</a>
    </div>
  </section>`;
}

/** The forecast's last day, as in the chart's readout; its 80 % range stands at the chart's edge. */
function readout({ response, format, end }: Screen): Markup {
  return html`<dl class="chart-figure_readout">
    <div class="chart-figure_plain">${fact('Date', format.isoDate(end.date, 'weekday'))}</div>
    <div>
      <dt>Estimate</dt>
      <dd class="accent">${format.price(end.price, response)}</dd>
    </div>
    <div>${fact('95%', format.range(end.low95, end.high95, response))}</div>
  </dl>`;
}

function fact(label: string, value: string): Markup {
  return html`<dt>${label}</dt>
    <dd>${value}</dd>`;
}

function table({ response, analysis, format }: FirstScreenInput): Markup {
  const rows = analysis.forecast.points.map(
    ({ date, price, low80, high80 }) =>
      html`<tr>
        <th scope="row">${format.isoDate(date, 'weekday')}</th>
        <td>${format.price(price, response)}</td>
        <td>${format.range(low80, high80, response)}</td>
      </tr>`,
  );
  return html`<table class="first-screen_table">
    <thead>
      <tr>
        ${['Date', 'Estimate', '80% range'].map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** The initial data's element: JSON from `documentSafeJson`, and its response's headers as `data-…` attributes. */
export function initialData(attributes: Readonly<Record<string, string | number>>, json: string): string {
  const { text } =
    html`<script type="application/json" id="initial-data"${Object.entries(attributes).map(([name, value]) => html` data-${name}="${value}"`)}>`;
  return `${text}${json}</script>`;
}
