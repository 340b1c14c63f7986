import { useAtomValueRawSync } from '../../store.ts';
import { triggeredDetail, triggeredText } from '#compute';
import { nowMs } from '../api/server-clock.ts';
import { useFormat } from '../format/use-format.ts';
import { Banner } from '../ui/banner.tsx';
import { alertEventsAtom } from '../user/alert-events.ts';

/** Describes the event whose notification opened this page. Nothing for an event of another account. */
export function TriggeredAlertNote({ eventKey }: { eventKey: string }) {
  const format = useFormat();
  const event = useAtomValueRawSync(alertEventsAtom).find(([key]) => key === eventKey)?.[1];
  return (
    event && (
      <Banner tone="info" title={`${event.ticker} ${triggeredText(format, event)}`}>
        {triggeredDetail(format, event, nowMs())}
      </Banner>
    )
  );
}
