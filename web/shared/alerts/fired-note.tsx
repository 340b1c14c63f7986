import { firedDetail, firedText } from '#compute';
import { nowMs } from '../api/server-clock.ts';
import { useFormat } from '../format/use-format.ts';
import { Banner } from '../ui/banner.tsx';
import { useAlertEvents } from './use-alert-events.ts';

/** What an event was, where the press of its notification has led; nothing for one that this account does not have. */
export function FiredNote({ eventKey }: { eventKey: string }) {
  const format = useFormat();
  const event = useAlertEvents().events.find(([key]) => key === eventKey)?.[1];
  return (
    event && (
      <Banner tone="info" title={`${event.ticker} ${firedText(format, event)}`}>
        {firedDetail(format, event, nowMs())}
      </Banner>
    )
  );
}
