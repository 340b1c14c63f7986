import { expect, test } from 'vitest';
import { sectionAt } from '#web/features/stock/report/section-nav.tsx';

const TOPS = [
  { id: 'forecast', top: -400 },
  { id: 'chart', top: 120 },
  { id: 'signals', top: 90 },
  { id: 'news', top: 700 },
];

test('the section whose heading passed the line last is current; with two columns the lower one', () => {
  expect(sectionAt(TOPS, 60, null)).toBe('forecast');
  expect(sectionAt(TOPS, 100, null)).toBe('signals');
  expect(sectionAt(TOPS, 130, null)).toBe('chart');
});

test('before any heading has passed, the first section is current; at the end of the page, the last visible one', () => {
  expect(sectionAt(TOPS, -500, null)).toBe('forecast');
  expect(sectionAt(TOPS, 60, 800)).toBe('news');
  expect(sectionAt(TOPS, 60, 600)).toBe('signals');
  expect(sectionAt([], 60, null)).toBe('');
});

test('the first of two headings at the same height is current', () => {
  const [first, second] = [
    { id: 'chart', top: 90 },
    { id: 'track-record', top: 90 },
  ];
  expect(sectionAt([first, second], 100, null)).toBe('chart');
});
