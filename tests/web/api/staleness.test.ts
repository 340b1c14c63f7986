import { expect, test } from 'vitest';
import { staleReason, type Refresh } from '#web/shared/api/staleness.ts';

const FINE = { isCopy: false, hasSourceFailed: false, isStale: false, refresh: 'idle' as Refresh };

test.each([
  ['fresh prices', FINE, null],
  ['prices that are being revalidated', { ...FINE, refresh: 'revalidating' as const }, null],
  [
    'old prices that are being revalidated',
    { ...FINE, isStale: true, refresh: 'revalidating' as const },
    null,
  ],
  ['prices without a refresh for too long', { ...FINE, isStale: true }, 'missed'],
  ['prices of a source that fails', { ...FINE, isStale: true, hasSourceFailed: true }, 'source_failed'],
  [
    'prices of a source that fails, while the page refreshes them',
    { ...FINE, isStale: true, hasSourceFailed: true, refresh: 'revalidating' as const },
    'source_failed',
  ],
  ['prices whose refresh failed', { ...FINE, refresh: 'failed' as const }, 'unreachable'],
  ['a copy, without the server', { ...FINE, isCopy: true }, 'unreachable'],
  ['an old copy of a source that failed', { ...FINE, isCopy: true, hasSourceFailed: true }, 'unreachable'],
])('%s: %j has the stale reason %j', (_what, shown, reason) => {
  expect(staleReason(shown, true)).toBe(reason);
  expect(staleReason(shown, false)).toBe('offline');
});
