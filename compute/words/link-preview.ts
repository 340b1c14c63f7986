/** The sentences that a chat or a feed shows beside a link to a listing. */
import type { Analysis } from '../analysis.ts';
import type { Result } from '../common/result.ts';
import type { ForecastAbsence } from '../forecast/forecast-absence.ts';
import type { Format } from '../format/format.ts';
import type { QuotedListing } from '../format/price-decimals.ts';
import { absenceText, briefTexts } from './forecast-texts.ts';
import { provenanceStamp, type ProvenanceFacts } from './provenance.ts';

interface Previewed {
  readonly response: ProvenanceFacts &
    QuotedListing & {
      readonly company_name: string;
      readonly current_price: number;
      readonly stale: boolean;
    };
  readonly outcome: Result<Analysis, ForecastAbsence>;
}

/** Apps cut off both texts, the title after some 70 characters, so caveats stand directly beside what they qualify. */
export function linkPreviewTexts(format: Format, { response, outcome }: Previewed, nowMs: number) {
  const caveats = [
    response.source === 'sample' && 'simulated',
    response.prices === 'recorded' && 'recorded',
    response.stale && 'stale',
  ].filter((caveat) => caveat !== false);
  const price = format.price(response.current_price, response);
  const quote = `${response.ticker} ${price}${caveats.length > 0 ? ` (${caveats.join(', ')})` : ''}`;
  const provenance = provenanceStamp(format, response, nowMs);
  const facts = [response.company_name, response.stale ? `Stale: ${provenance}` : provenance];
  // Without the last sentence: cut off after "STRONG BUY", it would read as advice.
  const texts = outcome.ok
    ? briefTexts(format, { response, analysis: outcome.value }).slice(0, -1)
    : [absenceText(format, { response, absence: outcome.error })];
  return {
    title: `${quote}: ${outcome.ok ? rangeText(format, response, outcome.value) : 'no forecast'}`,
    description: `${facts.filter(Boolean).join(' · ')}. ${texts.join(' ')} Not investment advice.`,
  };
}

function rangeText(format: Format, response: QuotedListing, { forecast }: Analysis): string {
  const { date, low80, high80 } = forecast.points.at(-1)!;
  const range = format.range(low80, high80, response);
  return `8 in 10 chance of ${range} on ${format.isoDate(date, 'short')}. Model estimate`;
}
