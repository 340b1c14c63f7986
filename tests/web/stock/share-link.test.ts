import { afterEach, expect, test, vi } from 'vitest';
import { shareLink } from '#web/features/stock/report/header-card.tsx';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['shared', '', { share: () => Promise.resolve() }, []],
  ['cancelled', '', { share: () => Promise.reject(new DOMException('closed', 'AbortError')) }, []],
  [
    'copied',
    'Link copied',
    { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
    ['https://a/b'],
  ],
  ['copied', 'Link copied', {}, ['https://a/b']],
] as const)('a link is %s', async (_outcome, notice, sharing, copied) => {
  const written: string[] = [];
  const clipboard = {
    writeText: (text: string) => {
      written.push(text);
      return Promise.resolve();
    },
  } as Clipboard;
  vi.stubGlobal('navigator', { clipboard, ...sharing });
  expect(await shareLink({ title: 'A', text: 'B.', url: 'https://a/b' })).toBe(notice);
  expect(written).toEqual(copied);
});

test('a link that can be neither shared nor copied is shown', async () => {
  const clipboard = { writeText: () => Promise.reject(new Error('denied')) } as unknown as Clipboard;
  vi.stubGlobal('navigator', { clipboard });
  expect(await shareLink({ title: 'A', text: 'B.', url: 'https://a/b' })).toBe('https://a/b');
});
