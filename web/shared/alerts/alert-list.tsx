import { type Format } from '#compute';
import { alertKey, type AlertEvent, type AlertStatus } from '#worker/contract';
import { Bell, BellOff, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { nowMs } from '../api/server-clock.ts';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { alertEventsAtom } from '../user/alert-events.ts';
import { editAtom } from '../user/user-items.ts';
import type { Alert } from '../user/watchlist.ts';
import { alertEdit } from '../user/watchlist-edits.ts';
import styles from './alert-list.module.css';
import { useAlertStatus } from './alert-status.tsx';

export interface ListedAlert {
  readonly ticker: string;
  readonly alert: Alert;
  readonly words: string;
  readonly detail?: ReactNode;
}

interface AlertListProps {
  readonly label: string;
  readonly alerts: readonly ListedAlert[];
}

export function AlertList({ label, alerts }: AlertListProps) {
  const edit = useSetAtom(editAtom);
  const [removed, setRemoved] = useState<ListedAlert | null>(null);
  return (
    <>
      {alerts.length > 0 && (
        <ul className={styles.alerts} aria-label={label}>
          {alerts.map((listed) => (
            <li key={alertKey(listed.ticker, listed.alert.rule)}>
              <Row
                {...listed}
                onRemove={() => {
                  edit(() => [alertEdit(listed.ticker, listed.alert.rule, null)]);
                  setRemoved(listed);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <output className={styles.removed}>
        {removed && (
          <>
            <span>Removed: {removed.words}.</span>
            <Button
              size="sm"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
              autoFocus
              onClick={() => {
                edit(() => [alertEdit(removed.ticker, removed.alert.rule, removed.alert)]);
                setRemoved(null);
              }}
            >
              Undo
            </Button>
          </>
        )}
      </output>
    </>
  );
}

const UNWATCHED: Readonly<Record<AlertStatus['unwatched'][number]['reason'], string>> = {
  pending: 'not active yet',
  past: 'its session has passed',
  unknown_listing: 'no source knows this listing',
  other_market: 'set in another market',
};

function Row({ ticker, alert, words, detail, onRemove }: ListedAlert & { readonly onRemove: () => void }) {
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const { data: status } = useAlertStatus();
  const key = alertKey(ticker, alert.rule);
  const [, last] = useAtomValueRawSync(alertEventsAtom).find(([, { alert: of }]) => of === key) ?? [];
  // An earlier alert may have had the same rule.
  const event = last && last.at > (alert.start?.at ?? '') ? last : undefined;
  const unwatched = status?.unwatched.find((item) => item.key === key);
  const isOver = alert.once === 'triggered';
  const Icon = isOver ? BellOff : Bell;
  return (
    <>
      <Icon size={16} aria-hidden />
      <div className={styles.alert}>
        <p>{words}</p>
        <p>
          {unwatched && <Badge tone="neutral">{UNWATCHED[unwatched.reason]}</Badge>}{' '}
          <span className="note">{stateText(format, alert, event)}</span>
        </p>
        {detail}
      </div>
      {isOver && (
        <Button
          size="sm"
          onClick={() => edit(() => [alertEdit(ticker, alert.rule, { rule: alert.rule, once: 'armed' })])}
        >
          Set again
        </Button>
      )}
      <IconButton label={`Remove alert: ${words}`} onClick={onRemove} icon={X} />
    </>
  );
}

function stateText(format: Format, { once }: Alert, event: AlertEvent | undefined): string {
  if (once === 'triggered')
    return `${event ? whenText(format, 'Triggered', event) : 'Triggered'}, no longer active.`;
  const armed = once === 'armed' ? 'Active, once.' : 'Active, each time.';
  return event ? `${armed} ${whenText(format, 'Last triggered', event)}.` : armed;
}

/** "Triggered Nov 24, 09:41 New York at $139.50". */
function whenText(format: Format, verb: string, event: AlertEvent): string {
  const price = event.price === null ? '' : ` at ${format.price(event.price, event)}`;
  return `${verb} ${format.time(event.at, event.exchange_timezone, nowMs())}${price}`;
}
