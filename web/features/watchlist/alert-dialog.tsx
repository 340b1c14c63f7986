import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { alertKey } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import {
  MAX_ALERTS,
  notifyPermission,
  ruleText,
  type NotifyPermission,
} from '../../shared/user-data/alerts.ts';
import type { QuoteWatch } from '../../shared/user-data/quote-watch.ts';
import { type AlertRule, type WatchlistItem } from '../../shared/user-data/watchlist.ts';
import type { Format } from '../../shared/format/format.ts';
import { Field, InlineForm, Select } from '../../shared/ui/field.tsx';
import styles from './alert-dialog.module.css';

interface AlertDialogProps {
  readonly watch: QuoteWatch;
  readonly item: WatchlistItem;
  /** Of the listing, where it is known. */
  readonly quote: QuoteReady | null;
  readonly onClose: () => void;
}

/** The alerts of one listing. */
export function AlertDialog({ watch, item, quote, onClose }: AlertDialogProps) {
  const format = useFormat();
  const { ticker, alerts } = item;
  const currency = quote?.currency ?? '';
  const words = (rule: AlertRule) => ruleText(format, rule, currency, quote);
  const content = useRef<HTMLDivElement>(null);
  return (
    <Modal title={`Alerts for ${ticker}`} onClose={onClose}>
      <div ref={content} className={styles.content}>
        {alerts.length === 0 ? (
          <p className="note">No alerts yet.</p>
        ) : (
          <ul className={styles.alerts} aria-label={`Alerts for ${ticker}`}>
            {alerts.map(({ rule, isMet }) => (
              <li key={alertKey(ticker, rule)}>
                <span>Tell me when the {words(rule)}</span>
                {isMet && <Badge tone="accent">met</Badge>}
                <IconButton
                  label={`Remove: ${words(rule)}`}
                  onClick={() => {
                    watch.removeAlert(ticker, rule);
                    // The button goes with its alert; the focus stays in the dialog.
                    content.current?.querySelector('select')?.focus();
                  }}
                >
                  <X size={16} strokeWidth={1.75} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {alerts.length < MAX_ALERTS ? (
          <AlertForm currency={currency} onAdd={(rule) => watch.addAlert(ticker, rule)} />
        ) : (
          <p className="note">A listing can have {MAX_ALERTS} alerts at most.</p>
        )}
        <div className={styles.foot}>
          <p className="note">
            Checked while the app is open, about once a minute. You get one alert, and another only after the
            condition has ended and come back.
          </p>
          <NotifyState />
        </div>
      </div>
    </Modal>
  );
}

/** Asks for the browser's notifications when the user presses the button, never before. */
function NotifyState() {
  const [permission, setPermission] = useState<NotifyPermission>(notifyPermission);
  return (
    <output className="note">
      {permission === 'default' && (
        <Button size="sm" onClick={() => void askToNotify().then(setPermission)}>
          Notify me through this browser too
        </Button>
      )}
      {permission === 'granted' && 'This browser notifies you too, even when the tab is in the background.'}
      {permission === 'denied' &&
        'This browser blocks notifications of this site. Alerts show in the app; its settings can change that.'}
      {permission === 'unsupported' && 'This browser has no notifications. Alerts show in the app.'}
    </output>
  );
}

/** Asks the user. To be called from a press of a button only: browsers punish a page that asks by itself. */
async function askToNotify(): Promise<NotifyPermission> {
  if (!('Notification' in globalThis)) return 'unsupported';
  return Notification.requestPermission();
}

const CONDITIONS = [
  { value: 'price above', label: 'Price at or above' },
  { value: 'price below', label: 'Price at or below' },
  { value: 'day_change above', label: 'Day change at or above' },
  { value: 'day_change below', label: 'Day change at or below' },
  { value: 'signal', label: 'Model signal changes' },
] as const;

type Condition = (typeof CONDITIONS)[number]['value'];

interface AlertFormProps {
  /** Of the listing; empty until a quote has told it. */
  readonly currency: string;
  readonly onAdd: (rule: AlertRule) => void;
}

/** A condition and its limit. */
export function AlertForm({ currency, onAdd }: AlertFormProps) {
  const format = useFormat();
  const [condition, setCondition] = useState<Condition>('price above');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);

  function onSubmit() {
    const rule = ruleOf(format, condition, text);
    setError(typeof rule === 'string' ? rule : undefined);
    if (typeof rule === 'string') return;
    onAdd(rule);
    setText('');
  }

  return (
    <InlineForm action="Add alert" onSubmit={onSubmit}>
      <Select label="Tell me when" options={CONDITIONS} value={condition} onChange={setCondition} />
      {condition !== 'signal' && (
        <Field
          label={condition.startsWith('price') ? `Price${currency && ` in ${currency}`}` : 'Percent'}
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
  );
}

/** The rule that the form describes, or what is wrong with it. */
function ruleOf(format: Format, condition: Condition, text: string): AlertRule | string {
  if (condition === 'signal') return { on: 'signal' };
  const [on, direction] = condition.split(' ') as ['price' | 'day_change', 'above' | 'below'];
  const value = format.parse(text.trim().replace(/%$/, ''));
  if (value === null) return `Type a number, such as ${format.fixed(182.5, 2)}.`;
  if (on === 'price' && value <= 0) return 'A price must be above 0.';
  return { on, direction, value };
}
