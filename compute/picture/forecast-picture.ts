import type { Candles } from '../candles.ts';
import type { Format } from '../format/format.ts';
import { html, type Markup } from './markup.ts';
import { type Analysed, forecastSummary } from './words.ts';

/** The forecast as a picture. */
export function forecastPicture(format: Format, data: Analysed & { readonly candles: Candles }): Markup {
  return html`<div
    class="first-screen_picture"
    role="img"
    aria-label="${forecastSummary(format, data)}"
  ></div>`;
}
