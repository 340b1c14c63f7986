import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { download } from '../../../web/shared/ui/download.ts';

const revoke = vi.fn<(url: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  // The test's DOM has no addresses of content and follows no links.
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: revoke });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the content can be read for 40 s after the click, and is dropped then', () => {
  download('a.csv', 'a,b', 'text/csv');
  expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(39_999);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoke.mock.calls).toEqual([['blob:file']]);
});
