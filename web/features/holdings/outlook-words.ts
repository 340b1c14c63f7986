/** Sentences about what several holdings could lose. */
import { absenceText, type Format, type JointForecast } from '#compute';
import { keepsPrice, listingsOf } from './holdings-view.ts';
import type { Outlook } from './use-outlook.ts';

/** An amount, without cents from 100 on. */
export function money(format: Format, amount: number, currency: string, options = {}): string {
  return format.price(amount, currency, Math.abs(amount) >= 100 ? 0 : 2, options);
}

/** "+$1,204 (+12.3%)". */
export function gainText(format: Format, gain: number, cost: number, currency: string): string {
  const percent = format.percent((gain / cost) * 100, { signed: true });
  return `${money(format, gain, currency, { signed: true })} (${percent})`;
}

/** The loss that 1 in 20 outcomes reach, and their mean; or why there is no range, with the ticker at fault. */
export function answerText(format: Format, outlook: Outlook, by = Number.NaN): string {
  const { forecast, coupled, factors, holdings, currency } = outlook;
  if (coupled?.ok === false) {
    const { error } = coupled;
    const cause = 'factor' in error ? factors[error.factor] : undefined;
    if (error.reason === 'unavailable' || cause === undefined)
      return 'This browser couldn’t compute the range. Reload the page.';
    const { ticker, response } = cause;
    if (error.reason === 'few_common_days')
      return `No joint range: with ${ticker} these holdings share only ${format.count(error.commonDays)} dates; a range needs 60.`;
    return `No joint range because ${ticker} has none. ${absenceText(format, { response, absence: error.error })}`;
  }
  if (holdings.length === 0) return 'Couldn’t load any of these holdings.';
  if (forecast === null) return 'No range: each of these holdings counts at its last price.';
  const { value, valueAtRisk95: atRisk, expectedShortfall95: mean } = forecast;
  const [atRiskShare, meanShare] = [atRisk, mean].map((loss) => format.shareTenths(loss / value));
  return (
    `1 in 20: a loss of ${money(format, atRisk, currency)} or more by ${format.sessionDate(by, 'short')}; then ${money(format, mean, currency)} on average. ` +
    `That is ${atRiskShare} and ${meanShare} of the value.`
  );
}

export function diversificationText(format: Format, forecast: JointForecast, currency: string): string {
  const { diversification: saved, expectedShortfall95: joint } = forecast;
  const alone = saved + joint;
  if (!(saved / alone > 0.005)) return 'Holding these together saves nothing in the worst 1 in 20 outcomes.';
  return (
    `The worst 1 in 20 outcomes of each holding alone add up to a loss of ${money(format, alone, currency)} on average, ` +
    `together ${money(format, joint, currency)}: diversification saves ${format.share(saved / alone)}.`
  );
}

/** What is missing, and one sentence for each rule that applies to these holdings. */
export function ruleTexts(
  format: Format,
  { missing, holdings, factors, forecast }: Outlook,
): readonly string[] {
  const kept = listingsOf(holdings).filter(keepsPrice);
  const { young = [], hasFewDays = false, commonDays = 0 } = forecast ?? {};
  return [
    missing.map((text) => `Not included: ${text}`),
    kept.map(
      (listing) =>
        `${listing.ticker} counts at its last price, without a range. ${absenceText(format, listing)}`,
    ),
    young.map(
      (i) =>
        `${factors[i]?.ticker} has a short history. For the dates before it we assume that it followed the others by its beta; how well that works has not been measured.`,
    ),
    hasFewDays
      ? `Few common days: these holdings share only ${format.count(commonDays)} dates, so the range is rough.`
      : [],
  ].flat();
}
