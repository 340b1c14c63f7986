import { DEFAULT_HORIZON_DAYS, numberInput, priceDecimals, priceUnit, type HorizonDays } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { queryFailure } from '../api/client.ts';
import { listingQuery, type Listing } from '../api/listing-queries.ts';
import { withQueries } from '../api/query-client.tsx';
import { useFormat } from '../format/use-format.ts';
import { Field, InlineForm, Select } from '../ui/field.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Modal } from '../ui/modal.tsx';
import { addAlert, MAX_ALERTS, ruleText } from '../user/alerts.ts';
import { priceScaleOf } from '../user/anchor.ts';
import { editAtom } from '../user/user-items.ts';
import { addListings, MAX_WATCHED, watchlistAtom, type Alert, type Watchlist } from '../user/watchlist.ts';
import styles from './alert-dialog.module.css';
import { AlertList } from './alert-list.tsx';
import { ALERT_KINDS, alertOf, hasLevel, kindsFor, type AlertKind } from './alert-rules.ts';
import { AlertNotes, usePush } from './alert-status.tsx';

interface AlertDialogProps {
  readonly ticker: string;
  readonly horizonDays?: HorizonDays;
  readonly price?: number;
  readonly onClose: () => void;
}

/** A listing's alerts and a form for a new one. Adding an alert adds the listing to the watchlist. */
export const AlertDialog = withQueries((props: AlertDialogProps) => {
  const { ticker, horizonDays = DEFAULT_HORIZON_DAYS, price, onClose } = props;
  const format = useFormat();
  const items = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const { data: listing, error } = useQuery(listingQuery(ticker, horizonDays));
  const push = usePush();
  const alerts = items.find((item) => item.ticker === ticker)?.alerts ?? [];
  const today = listing === undefined ? null : priceScaleOf(listing);
  const limit = limitMessage(ticker, items);

  function add(alert: Alert, name: string) {
    const isFirst = items.every((item) => item.alerts.length === 0);
    edit(addListings([{ ticker, name }]));
    edit(addAlert(ticker, alert, today));
    if (isFirst && push.state === 'ask') void push.turnOn();
  }

  return (
    <Modal title={`Alerts for ${ticker}`} onClose={onClose}>
      <div className={styles.content}>
        <AlertList
          label={`Alerts for ${ticker}`}
          status={push.status}
          alerts={alerts.map((alert) => ({
            ticker,
            alert,
            words: ruleText(format, ticker, alert.rule, listing?.response ?? '', today),
          }))}
        />
        {listing !== undefined && limit !== null && <p className="note">{limit}</p>}
        {listing !== undefined && limit === null && (
          <AlertForm
            listing={listing}
            price={price}
            onAdd={(alert) => add(alert, listing.response.company_name)}
          />
        )}
        {listing === undefined && error === null && <Skeleton height={96} />}
        {listing === undefined && error !== null && (
          <p className="note" role="alert">
            {queryFailure(error, ticker)?.message}
          </p>
        )}
        <div className={styles.foot}>
          <AlertNotes {...push} />
          <p className="note">
            Triggered alerts are listed in <Link href="/today">Today</Link>, in every browser you sign in
            with.
          </p>
        </div>
      </div>
    </Modal>
  );
});

function limitMessage(ticker: string, items: Watchlist): string | null {
  const item = items.find((one) => one.ticker === ticker);
  if (item === undefined && items.length >= MAX_WATCHED)
    return `Adding an alert also adds the listing to your watchlist, which is full (${MAX_WATCHED} listings). Remove one first.`;
  return (item?.alerts.length ?? 0) >= MAX_ALERTS
    ? `You can set up to ${MAX_ALERTS} alerts per listing. Remove one first.`
    : null;
}

/** Indexes are in points and yields in percent, whatever currency the source names. */
function priceLabel(response: Listing['response']): string {
  const { code, suffix } = priceUnit(response);
  if (suffix === '%') return 'Yield in percent';
  return code === undefined && suffix === undefined ? 'Points' : `Price in ${response.currency}`;
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
  const { ticker, response } = listing;
  const { current_price: current } = response;
  const level = price ?? Number(current.toFixed(priceDecimals(response, current)));
  const suggested = numberInput(format.region, level);
  const [kind, setKind] = useState<AlertKind>('price');
  const [isOnce, setOnce] = useState(false);
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
    onAdd(isOnce ? { ...alert, once: 'armed' } : alert);
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
          options={HOW_OFTEN}
          value={isOnce ? 'once' : 'each'}
          onChange={(chosen) => setOnce(chosen === 'once')}
        />
      </InlineForm>
      <output className={styles.preview}>
        {typeof alert === 'string'
          ? ''
          : `Not saved yet: alert me when ${ruleText(format, ticker, alert.rule, response, null)}.`}
      </output>
    </>
  );
}

const HOW_OFTEN = [
  { value: 'each', label: 'Each time' },
  { value: 'once', label: 'Once' },
] as const;
