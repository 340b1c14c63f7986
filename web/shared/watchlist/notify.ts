/** Whether the browser may show our notifications; `unsupported` where it has none. */
export type NotifyPermission = NotificationPermission | 'unsupported';

/** What the browser lets us do: notify, ask first, or neither. Asks nobody. */
export function notifyPermission(): NotifyPermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Asks the user. To be called from a press of a button only: browsers punish a page that asks by itself. */
export async function askToNotify(): Promise<NotifyPermission> {
  if (!('Notification' in globalThis)) return 'unsupported';
  return Notification.requestPermission();
}

/** Shows a notification where the user has agreed; one with the same `tag`, of another tab too, is replaced by it. */
export function notify(title: string, body: string, tag: string): void {
  if (notifyPermission() !== 'granted') return;
  try {
    // oxlint-disable-next-line no-new -- it shows itself
    new Notification(title, { body, tag, icon: '/favicon.svg' });
  } catch {
    // Phones have the permission but not the constructor; the alert stands on the page all the same.
  }
}
