import { commonZone, triggeredDetail, triggeredText } from '#compute';
import { PUSH_LIMITS } from '#worker/contract';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { AlertList } from '../../shared/alerts/alert-list.tsx';
import { AlertNotes, usePush } from '../../shared/alerts/alert-status.tsx';
import { atom, useAtomValueRawSync, useSetAtom } from '../../store.ts';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { nowMs } from '../../shared/api/server-clock.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Select } from '../../shared/ui/field.tsx';
import {
  alertEventsAtom,
  markRead,
  unreadAlertsAtom,
  type TriggeredAlert,
} from '../../shared/user/alert-events.ts';
import { ruleText } from '../../shared/user/alerts.ts';
import { editAtom, valueAtoms } from '../../shared/user/user-items.ts';
import styles from './today-page.module.css';

/** New events shown at once, and most earlier ones. */
const SHOWN = 5;
const EARLIER = 20;

/** Keys of the events that were unread at the start of this visit or arrived since. Listing them marks them read, on every device. */
export function useNewEvents(): ReadonlySet<string> {
  const edit = useSetAtom(editAtom);
  const [listedAtom] = useState(() => atom<readonly string[]>([]));
  const setListed = useSetAtom(listedAtom);
  const listed = useAtomValueRawSync(listedAtom);
  const unread = useAtomValueRawSync(unreadAlertsAtom);
  useEffect(() => {
    const keys = unread.map(([key]) => key);
    setListed((before) => [...before, ...keys]);
    edit(markRead(new Set(keys)));
  }, [setListed, edit, unread]);
  return new Set([...listed, ...unread.map(([key]) => key)]);
}

export function TriggeredCard({ fresh }: { readonly fresh: ReadonlySet<string> }) {
  const events = useAtomValueRawSync(alertEventsAtom);
  if (events.length === 0) return null;
  const added = events.filter(([key]) => fresh.has(key));
  const earlier = events.filter(([key]) => !fresh.has(key)).slice(0, EARLIER);
  const zone = commonZone(events.map(([, event]) => event));
  return (
    <Card title="Triggered alerts">
      {added.length > 0 && <Events zone={zone} events={added.slice(0, SHOWN)} areNew />}
      {added.length > SHOWN && (
        <details className="disclosure">
          <summary>{added.length - SHOWN} more</summary>
          <Events zone={zone} events={added.slice(SHOWN)} areNew />
        </details>
      )}
      {earlier.length > 0 && (
        <details className="disclosure">
          <summary>{added.length === 0 ? `None new. ${earlier.length} earlier` : 'Earlier'}</summary>
          <Events zone={zone} events={earlier} />
        </details>
      )}
    </Card>
  );
}

interface EventsProps {
  readonly events: readonly TriggeredAlert[];
  /** The clock of all times; `null` if it is no exchange's. */
  readonly zone: string | null;
  readonly areNew?: boolean;
}

function Events({ events, zone, areNew = false }: EventsProps) {
  const format = useFormat();
  return (
    <ul className={styles.rows}>
      {events.map(([key, event]) => (
        <li key={key}>
          <p>
            <Link href={`/prediction?${new URLSearchParams({ ticker: event.ticker })}`}>
              <strong>{event.ticker}</strong>
            </Link>{' '}
            {triggeredText(format, event)}. {areNew && <Badge tone="accent">New</Badge>}
          </p>
          <p className="note">{triggeredDetail(format, event, nowMs(), zone)}</p>
        </li>
      ))}
    </ul>
  );
}

export function AlertsCard({ listings }: { readonly listings: readonly WatchedListing[] }) {
  const format = useFormat();
  const push = usePush();
  const alerts = listings.flatMap(({ ticker, quote, alerts: own }) =>
    own.map((alert) => ({
      ticker,
      alert,
      words: ruleText(format, ticker, alert, quote, quote),
      detail: <p className="note">Current price {quote ? format.price(quote.current_price, quote) : '–'}</p>,
    })),
  );
  return (
    <Card
      title="Your alerts"
      footer={
        <div className={styles.foot}>
          <AlertNotes {...push} />
          {push.state === 'on' && <PushLimits />}
        </div>
      }
    >
      {alerts.length === 0 && (
        <p className="note">
          No alerts yet. Set one with the bell on a listing’s analysis page, in the workbench, or from a row’s
          menu in <Link href="/watchlist">your watchlist</Link>.
        </p>
      )}
      <AlertList label="Your alerts" alerts={alerts} />
    </Card>
  );
}

const QUIET = [
  { value: '', label: 'None' },
  { value: '20-7', label: '20:00 to 7:00' },
  { value: '22-7', label: '22:00 to 7:00' },
  { value: '0-8', label: '0:00 to 8:00' },
] as const;

const PER_DAY = ['5', '20', '100'].map((value) => ({ value, label: `${value} per day` }));

const LIMITS_KEY = 'push';

/** Quiet hours and the daily notification limit. Alerts held back by them are still listed on the page. */
function PushLimits() {
  const limits = useAtomValueRawSync(valueAtoms.push_limits).get(LIMITS_KEY) ?? PUSH_LIMITS;
  const edit = useSetAtom(editAtom);
  const quiet = limits.quiet === null ? '' : `${limits.quiet.from}-${limits.quiet.to}`;
  const change = (part: Partial<typeof PUSH_LIMITS>) =>
    edit(() => [{ kind: 'push_limits', key: LIMITS_KEY, value: { ...limits, ...part } }]);
  return (
    <div className={styles.limits}>
      <Select
        label="Quiet hours (no notifications)"
        options={QUIET}
        value={QUIET.find(({ value }) => value === quiet)?.value ?? ''}
        onChange={(value) => {
          const [from = 0, to = 0] = value.split('-').map(Number);
          const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
          change({ quiet: value === '' ? null : { from, to, timezone: timeZone } });
        }}
      />
      <Select
        label="Notification limit"
        options={PER_DAY}
        value={String(limits.per_day)}
        onChange={(value) => change({ per_day: Number(value) })}
      />
    </div>
  );
}
