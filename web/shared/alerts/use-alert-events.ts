import { ALERT_EVENTS, parseAlertEvents } from '../user/alert-events.ts';
import { useUserText } from '../user/use-user-text.ts';

/** What the signed-in user's alerts did, in step with other tabs and the sync. */
export function useAlertEvents() {
  const [text] = useUserText(ALERT_EVENTS.storageKey);
  return parseAlertEvents(text);
}
