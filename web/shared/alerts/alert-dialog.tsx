import { alertKey, DEFAULT_HORIZON_DAYS, numberInput, priceUnit, type HorizonDays } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { queryFailure } from '../api/client.ts';
import { listingQuery, type Listing } from '../api/listing-queries.ts';
import { useFormat } from '../format/use-format.ts';
import { userAtom } from '../sign-in/auth.ts';
import { IconButton } from '../ui/button.tsx';
import { Field, InlineForm, Select } from '../ui/field.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { Modal } from '../ui/modal.tsx';
import { addAlert, MAX_ALERTS, removeAlert, ruleText } from '../user/alerts.ts';
import { priceScaleOf } from '../user/anchor.ts';
import { editAtom } from '../user/user-items.ts';
import { addListings, MAX_WATCHED, watchlistAtom, type Alert, type Watchlist } from '../user/watchlist.ts';
import styles from './alert-dialog.module.css';
import { ALERT_KINDS, alertOf, hasLevel, kindsFor, type AlertKind } from './alert-rules.ts';
import { checkFrequencyText, PushNote, useAlertStatus, usePush } from './alert-status.tsx';

interface AlertDialogProps {
  readonly ticker: string;
  /** Horizon of rules about the forecast. */
  readonly horizonDays?: HorizonDays;
  /** Initial level of the form. */
  readonly price?: number;
  readonly onClose: () => void;
}

/** A listing's alerts and a form for a new one. Adding an alert adds the listing to the watchlist. */
export function AlertDialog(props: AlertDialogProps) {
  return (
    <Modal title={`Alerts for ${props.ticker}`} onClose={props.onClose}>
      {useAtomValueRawSync(userAtom) && <Content {...props} />}
    </Modal>
  );
}

function Content({ ticker, horizonDays = DEFAULT_HORIZON_DAYS, price }: AlertDialogProps) {
  const format = useFormat();
  const items = useAtomValueRawSync(watchlistAtom);
  const edit = useSetAtom(editAtom);
  const content = useRef<HTMLDivElement>(null);
  const { data: listing, error } = useQuery(listingQuery(ticker, horizonDays));
  const status = useAlertStatus();
  const push = usePush(status);
  const alerts = items.find((item) => item.ticker === ticker)?.alerts ?? [];
  const today = listing === undefined ? null : priceScaleOf(listing);
  const words = ({ rule }: Alert) => ruleText(format, ticker, rule, listing?.response ?? '', today);

  function add(alert: Alert, name: string) {
    const isFirst = items.every((item) => item.alerts.length === 0);
    edit(addListings([{ ticker, name }]));
    edit(addAlert(ticker, alert, today));
    if (isFirst && push.state === 'ask') void push.turnOn();
  }

  return (
    <div ref={content} className={styles.content}>
      {alerts.length > 0 && (
        <ul className={styles.alerts} aria-label={`Alerts for ${ticker}`}>
          {alerts.map((alert) => (
            <li key={alertKey(ticker, alert.rule)}>
              <span>Alert me when {words(alert)}.</span>
              <IconButton
                label={`Remove alert: ${words(alert)}`}
                onClick={() => {
                  edit(removeAlert(ticker, alert.rule));
                  // The button disappears; the focus stays in the dialog.
                  content.current?.querySelector('select')?.focus();
                }}
                icon={X}
              />
            </li>
          ))}
        </ul>
      )}
      {error !== null && listing === undefined && (
        <p className="note" role="alert">
          {queryFailure(error, ticker)?.message}
        </p>
      )}
      {error === null && listing === undefined && <Skeleton height={96} />}
      {listing !== undefined && (
        <AlertForm
          listing={listing}
          price={price}
          full={limitMessage(ticker, items)}
          onAdd={(alert) => add(alert, listing.response.company_name)}
        />
      )}
      <div className={styles.foot}>
        <p className="note">{checkFrequencyText(status)}</p>
        <PushNote status={status} push={push} />
        <p className="note">
          Triggered alerts are listed in <Link href="/today">Today</Link>, in every browser you sign in with.
        </p>
      </div>
    </div>
  );
}

/** Why no alert can be added; `null` if one can. */
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
  readonly full?: string | null;
  readonly onAdd: (alert: Alert) => void;
}

/** A form for condition and level that repeats the alert as a sentence. */
export function AlertForm({ listing, price, full = null, onAdd }: AlertFormProps) {
  const format = useFormat();
  const { ticker, response } = listing;
  const [kind, setKind] = useState<AlertKind>('price');
  const [text, setText] = useState(price === undefined ? '' : numberInput(format.region, price));
  const [error, setError] = useState<string | undefined>(undefined);
  const alert = alertOf(format, listing, kind, text);
  if (full !== null) return <p className="note">{full}</p>;

  function onSubmit() {
    setError(typeof alert === 'string' ? alert : undefined);
    if (typeof alert === 'string') return;
    onAdd(alert);
    setText('');
  }

  return (
    <>
      <InlineForm action="Add alert" onSubmit={onSubmit}>
        <Select
          label="Alert me when"
          options={kindsFor(listing).map((value) => ({ value, label: ALERT_KINDS[value] }))}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setError(undefined);
          }}
        />
        {hasLevel(kind) && (
          <Field
            label={kind === 'price' ? priceLabel(response) : 'Percent'}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={error}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </InlineForm>
      <output className={styles.sentence}>
        {typeof alert === 'string'
          ? ''
          : `Alert me when ${ruleText(format, ticker, alert.rule, response, null)}.`}
      </output>
    </>
  );
}
