import { alertKey, type Format } from '#compute';
import type { AlertEvent, AlertStatus } from '#worker/contract';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { nowMs } from '../api/server-clock.ts';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../ui/badge.tsx';
import { alertEventsAtom } from '../user/alert-events.ts';
import type { Alert } from '../user/watchlist.ts';

const lastEventsAtom = atom(
  (get) =>
    new Map(
      get(alertEventsAtom)
        .toReversed()
        .map(([, event]) => [event.alert, event]),
    ),
);

const UNWATCHED: Readonly<Record<AlertStatus['unwatched'][number]['reason'], string>> = {
  pending: 'not active yet',
  past: 'its session has passed',
  unknown_listing: 'no source knows this listing',
  other_market: 'set in another market',
  limit: 'too many alerts to watch',
};

interface AlertStateProps {
  readonly ticker: string;
  readonly alert: Alert;
  readonly status: AlertStatus | undefined;
}

export function AlertState({ ticker, alert, status }: AlertStateProps) {
  const format = useFormat();
  const key = alertKey(ticker, alert.rule);
  const last = useAtomValueRawSync(lastEventsAtom).get(key);
  // An earlier alert may have had the same rule.
  const event = last && last.at > (alert.start?.at ?? '') ? last : undefined;
  const unwatched = status?.unwatched.find((item) => item.key === key);
  return (
    <>
      {unwatched && <Badge tone="neutral">{UNWATCHED[unwatched.reason]}</Badge>}{' '}
      <span className="note">{stateText(format, alert, event)}</span>
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
