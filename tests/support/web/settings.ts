import { setSetting } from '#web/shared/user/change-settings.ts';
import type { Settings } from '#web/shared/user/settings.ts';
import type { Change } from '#web/shared/user/user-items.ts';

/** Makes several choices at once. */
export function withSettings(chosen: Partial<Settings>): Change {
  return (values) =>
    Object.entries(chosen).flatMap(([name, choice]) => setSetting(name as keyof Settings, choice)(values));
}
