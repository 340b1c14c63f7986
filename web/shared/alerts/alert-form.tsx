import {
  AI_SIGNALS,
  lastTradeDate,
  numberInput,
  priceDecimals,
  priceUnit,
  readNumber,
  type Format,
} from '#compute';
import type { AlertRule } from '#worker/contract';
import { useState } from 'react';
import type { Listing } from '../api/listing-queries.ts';
import { useFormat } from '../format/use-format.ts';
import { Field, InlineForm, optionsOf, Select } from '../ui/field.tsx';
import { ruleText } from '../user/alerts.ts';
import type { Alert } from '../user/watchlist.ts';
import styles from './alert-dialog.module.css';

const ALERT_KINDS = {
  price: 'the price reaches',
  day_change: 'the day’s change reaches',
  range: 'the price leaves the forecast’s 80% range',
  signal: 'the model signal changes',
  buy: 'the chance of a 2% rise reaches',
  sell: 'the chance of a 2% fall reaches',
} as const;

export type AlertKind = keyof typeof ALERT_KINDS;

function hasLevel(kind: AlertKind): boolean {
  return kind !== 'range' && kind !== 'signal';
}

export function kindsFor({ analysis }: Listing): readonly AlertKind[] {
  const all = Object.keys(ALERT_KINDS) as AlertKind[];
  return 'forecast' in analysis ? all : all.slice(0, 2);
}

/** The alert of a kind and a typed level; or an error text. */
function alertOf(format: Format, listing: Listing, kind: AlertKind, text: string): Alert | string {
  const { analysis, response } = listing;
  const level = hasLevel(kind) ? readNumber(format.region, text.trim().replace(/%$/, '')) : 0;
  if (level === null) return `Enter a number, such as ${format.fixed(182.5, 2)}.`;
  const at = new Date(response.as_of).toISOString();
  /** The alert of a rule. `value`: its metric's present value. */
  const from = (value: number, rule: AlertRule): Alert => ({
    rule,
    currency: response.currency,
    ...(Number.isFinite(value) && { start: { value, session: lastTradeDate(response), at } }),
  });
  const { currentPrice, dayChangePercent } = analysis;
  if (kind === 'price' && level <= 0) return 'Enter a price above 0.';
  if (kind === 'price')
    return from(currentPrice, { on: 'price', direction: side(level, currentPrice), value: level });
  // Each session starts at 0%.
  if (kind === 'day_change')
    return from(dayChangePercent, { on: 'day_change', direction: side(level, 0), value: level });
  const end = 'forecast' in analysis ? analysis.forecast.points.at(-1) : undefined;
  if (!('forecast' in analysis) || end === undefined) return 'There’s no forecast for this listing.';
  if (kind === 'signal') return from(AI_SIGNALS.indexOf(analysis.signal.level), { on: 'signal' });
  const { baseDate: base_date, horizonDays: horizon_days } = analysis.forecast;
  if (kind === 'range') {
    const { date: session, low80: low, high80: high } = end;
    return from(currentPrice, { on: 'range', session, base_date, horizon_days, low, high });
  }
  const share = level / 100;
  if (share <= 0 || share >= 1) return 'Enter a chance between 0% and 100%.';
  const now = kind === 'buy' ? end.probabilityBuy : end.probabilitySell;
  return from(now, { on: 'odds', of: kind, horizon_days, direction: side(share, now), value: share });
}

/** The side from which a metric reaches a level. */
const side = (level: number, now: number) => (level >= now ? 'above' : 'below');

/** Indexes are in points and yields in percent, whatever currency the source names. */
function priceLabel(response: Listing['response']): string {
  const { code, suffix } = priceUnit(response);
  if (suffix === '%') return 'Yield in percent';
  return code === undefined && suffix === undefined ? 'Points' : `Price in ${response.currency}`;
}

/** The current price with the decimals that the page shows. */
function shownPrice(response: Listing['response']): number {
  const { current_price: current } = response;
  return Number(current.toFixed(priceDecimals(response, current)));
}

function previewText(format: Format, response: Listing['response'], alert: Alert): string {
  return `Not saved yet: alert me when ${ruleText(format, response.ticker, alert, response, null)}.`;
}

interface AlertFormProps {
  readonly listing: Listing;
  readonly price?: number | undefined;
  readonly onAdd: (alert: Alert) => void;
}

/** Takes the dialog's focus, also from its close button if the listing has loaded later. Not from a choice of kind. */
function focusLevel(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '');
  if (document.activeElement instanceof HTMLSelectElement) return;
  field?.focus();
  field?.select();
}

export function AlertForm({ listing, price, onAdd }: AlertFormProps) {
  const format = useFormat();
  const { response } = listing;
  const suggested = numberInput(format.region, price ?? shownPrice(response));
  const [kind, setKind] = useState<AlertKind>('price');
  const [often, setOften] = useState<'each' | 'once'>('each');
  const [text, setText] = useState(suggested);
  const [error, setError] = useState<string | undefined>(undefined);
  const alert = alertOf(format, listing, kind, text);

  function change(toKind: AlertKind, toText: string) {
    setKind(toKind);
    setText(toText);
    setError(undefined);
  }

  function onSubmit() {
    setError(typeof alert === 'string' ? alert : undefined);
    if (typeof alert === 'string') return;
    onAdd(often === 'once' ? { ...alert, once: 'armed' } : alert);
    setText('');
  }

  return (
    <>
      <p className="note">
        Current price <strong>{format.price(response.current_price, response)}</strong>
      </p>
      <InlineForm action="Add alert" onSubmit={onSubmit}>
        <Select
          label="Alert me when"
          options={kindsFor(listing).map((value) => ({ value, label: ALERT_KINDS[value] }))}
          value={kind}
          onChange={(chosen) => change(chosen, chosen === 'price' ? suggested : '')}
        />
        {hasLevel(kind) && (
          <Field
            ref={focusLevel}
            label={kind === 'price' ? priceLabel(response) : 'Percent'}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={error}
            onChange={({ target }) => change(kind, target.value)}
          />
        )}
        <Select
          label="How often"
          options={optionsOf({ each: 'Each time', once: 'Once' })}
          value={often}
          onChange={setOften}
        />
      </InlineForm>
      <output className={styles.preview}>
        {typeof alert === 'string' ? '' : previewText(format, response, alert)}
      </output>
    </>
  );
}
