import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Search } from 'lucide-react';
import createLucideIcon from '../../../web/shared/ui/slim-lucide.ts';

const drawing = (markup: string) => /<svg[^>]*>(.*)<\/svg>/.exec(markup)?.[1];

it('draws what the set itself draws, hidden from screen readers', () => {
  const Slim = createLucideIcon({
    node: [
      ['path', { d: 'm21 21-4.34-4.34', key: 'a' }],
      ['circle', { cx: '11', cy: '11', r: '8', key: 'b' }],
    ],
  });
  const slim = renderToStaticMarkup(<Slim size={16} strokeWidth={1.75} className="icon" />);
  expect(drawing(slim)).toBe(drawing(renderToStaticMarkup(<Search />)));
  for (const attribute of [
    'width="16"',
    'height="16"',
    'stroke-width="1.75"',
    'class="icon"',
    'aria-hidden="true"',
  ]) {
    expect(slim).toContain(attribute);
  }
});
