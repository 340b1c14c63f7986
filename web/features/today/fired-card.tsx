import { firedDetail, firedText } from '#compute';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { nowMs } from '../../shared/api/server-clock.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { markRead, type FiredEvent } from '../../shared/user-data/alert-events.ts';
import styles from './today-page.module.css';

/** Read ones are listed up to this many. */
const EARLIER = 20;

/** The events that were unread when the user came here or since. Being listed makes them read, on every device. */
export function useNewEvents(owner: string, events: readonly FiredEvent[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = events.flatMap(([key, event]) => (event.is_read || fresh.has(key) ? [] : key));
  // While rendering, as React has it for state that follows from other state.
  if (unread.length > 0) setFresh(new Set([...fresh, ...unread]));
  useEffect(() => markRead(owner, fresh), [owner, fresh]);
  return fresh;
}

interface FiredCardProps {
  readonly events: readonly FiredEvent[];
  readonly fresh: ReadonlySet<string>;
}

/** What alerts did: since the last visit, and before. */
export function FiredCard({ events, fresh }: FiredCardProps) {
  const earlier = events.filter(([key]) => !fresh.has(key)).slice(0, EARLIER);
  return (
    <Card title="Alerts since your last visit">
      {fresh.size === 0 ? (
        <p className="note">None fired.</p>
      ) : (
        <Events events={events.filter(([key]) => fresh.has(key))} areNew />
      )}
      {earlier.length > 0 && (
        <details className="disclosure">
          <summary>Earlier</summary>
          <Events events={earlier} />
        </details>
      )}
    </Card>
  );
}

function Events({ events, areNew = false }: { events: readonly FiredEvent[]; areNew?: boolean }) {
  const format = useFormat();
  return (
    <ul className={styles.rows}>
      {events.map(([key, event]) => (
        <li key={key}>
          <p>
            <Link href={`/prediction?${new URLSearchParams({ ticker: event.ticker })}`}>
              <strong>{event.ticker}</strong>
            </Link>{' '}
            {firedText(format, event)}. {areNew && <Badge tone="accent">New</Badge>}
          </p>
          <p className="note">{firedDetail(format, event, nowMs())}</p>
        </li>
      ))}
    </ul>
  );
}
