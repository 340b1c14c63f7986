import { expect, test } from 'vitest';
import { shareLink } from '#web/features/stock/report/header-card.tsx';

test.each([
  ['shared', { share: () => Promise.resolve() }, []],
  ['cancelled', { share: () => Promise.reject(new DOMException('closed', 'AbortError')) }, []],
  ['copied', { share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }, ['https://a/b']],
  ['copied', {}, ['https://a/b']],
] as const)('a link is %s', async (outcome, sharing, copied) => {
  const written: string[] = [];
  const clipboard = {
    writeText: (text: string) => {
      written.push(text);
      return Promise.resolve();
    },
  } as Clipboard;
  expect(await shareLink({ title: 'A', text: 'B.', url: 'https://a/b' }, { clipboard, ...sharing })).toBe(
    outcome,
  );
  expect(written).toEqual(copied);
});

test('reports a link that can be neither shared nor copied', async () => {
  const clipboard = { writeText: () => Promise.reject(new Error('denied')) } as unknown as Clipboard;
  expect(await shareLink({ title: 'A', text: 'B.', url: 'https://a/b' }, { clipboard })).toBe('refused');
});
