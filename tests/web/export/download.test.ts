import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatFor } from '#compute';
import { download, toCsv } from '#web/shared/export/export-files.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

const revoke = vi.fn<(url: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no object URLs and follows no links.
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: revoke });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the content can be read for 40 s after the click, then is released', () => {
  download('a.csv', 'a,b', 'text/csv');
  expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(39_999);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoke.mock.calls).toEqual([['blob:file']]);
});

test('a cell is quoted if necessary, and never runs as a formula', () => {
  expect(toCsv([['a,b', 'say "hi"', '=1+1', '-2', -2, Number.NaN, null]], US)).toBe(
    '"a,b","say ""hi""",\'=1+1,\'-2,-2,,\r\n',
  );
});

test('with any text in a cell, a row stays one row and no cell starts a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = toCsv([[text, 'end']], US);
      const [, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",;\r\n]*)),end\r\n$/.exec(line) ?? [];
      const read = quoted?.replaceAll('""', '"') ?? plain;
      expect(read === text || read === `'${text}`).toBe(true);
      expect(read).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
