import {
  lossTail,
  lossText,
  mainCurrency,
  numberInput,
  outcomeDots,
  priceUnit,
  readNumber,
  type Format,
  type LossTail,
} from '#compute';
import { useId, useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { editAtom, valueAtoms } from '../../../shared/user/user-items.ts';
import { atom, useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import type { ForecastListing } from '../../../shared/api/listing-queries.ts';
import styles from './odds-card.module.css';

export function OddsCard({ data }: { data: ForecastListing }) {
  const format = useFormat();
  const { response, analysis } = data;
  const end = analysis.forecast.points.at(-1);
  if (end === undefined) return null;
  const { below, within, above, lower } = outcomeDots(end);
  const tail = lossTail(end, analysis.currentPrice);
  const { code: currency } = mainCurrency(response.currency);
  const isBought = priceUnit({ ...response, currency }).code !== undefined;
  const day = format.isoDate(end.date, 'short');
  return (
    <Card title="Odds" subtitle={`Of 20 equally likely outcomes on ${day}:`} className={styles.card ?? ''}>
      <ul className={styles.odds}>
        <li>
          <Dots count={below} />
          {below} fall 2% or more
        </li>
        <li>
          <span className={styles.middle}>
            <Dots count={lower - below} />
            <Dots count={within + below - lower} />
          </span>
          {within} stay within 2%
        </li>
        <li>
          <Dots count={above} />
          {above} rise 2% or more
        </li>
      </ul>
      <p>{lossText(format, tail, ` by ${day}`)}</p>
      {isBought && tail.oneIn40 < 0 && <MoneyLine {...{ tail, currency }} />}
    </Card>
  );
}

function Dots({ count }: { count: number }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <i key={i} />
      ))}
    </span>
  );
}

const AMOUNT_KEY = 'amount';

const DEFAULT_AMOUNT = 10_000;

const MAX_AMOUNT = 1e12;

const amountAtom = atom((get) => {
  const amount = Number(get(valueAtoms.setting).get(AMOUNT_KEY)?.choice);
  return isAmount(amount) ? amount : DEFAULT_AMOUNT;
});

function isAmount(amount: number | null): amount is number {
  return amount !== null && amount > 0 && amount <= MAX_AMOUNT;
}

function MoneyLine({ tail, currency }: { readonly tail: LossTail; readonly currency: string }) {
  const format = useFormat();
  const id = useId();
  const edit = useSetAtom(editAtom);
  const stored = useAtomValueRawSync(amountAtom);
  const [text, setText] = useState(() => numberInput(format.region, stored));
  const amount = readNumber(format.region, text);
  return (
    <p className={styles.money}>
      <label htmlFor={id}>Of {currency}</label>
      <input
        id={id}
        className={styles.amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={text}
        aria-invalid={!isAmount(amount) || undefined}
        onChange={({ target }) => {
          setText(target.value);
          const chosen = readNumber(format.region, target.value);
          if (isAmount(chosen))
            edit(() => [{ kind: 'setting', key: AMOUNT_KEY, value: { choice: String(chosen) } }]);
        }}
      />
      <output htmlFor={id}>
        {isAmount(amount) ? moneyText(format, tail, amount, currency) : 'Enter an amount above 0.'}
      </output>
    </p>
  );
}

/** "$341. 1 in 40: $603.", without cents from 100 on. A tail that is a gain loses nothing. */
function moneyText(format: Format, { oneIn10, oneIn40 }: LossTail, amount: number, currency: string): string {
  const lost = (percent: number) => {
    const money = (-percent / 100) * amount;
    return format.price(money, currency, money >= 100 ? 0 : undefined);
  };
  return `${oneIn10 < 0 ? `${lost(oneIn10)}. ` : ''}1 in 40: ${lost(oneIn40)}.`;
}
