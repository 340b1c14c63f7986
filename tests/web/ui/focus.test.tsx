import { cleanup, render, screen } from '@testing-library/react';
import { useRef, type RefObject } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusHeir } from '../../../web/shared/ui/focus.ts';

afterEach(cleanup);

function Leaving({ heir }: { heir: RefObject<HTMLElement | null> }) {
  const element = useRef<HTMLDivElement>(null);
  useFocusHeir(element, heir);
  return (
    <div ref={element}>
      <button type="button">Inside</button>
    </div>
  );
}

function Page({ isThere }: { isThere: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Page
      </h1>
      {isThere && <Leaving heir={heading} />}
      <button type="button">Outside</button>
    </>
  );
}

test.each([
  ['Inside', 'Page'],
  ['Outside', 'Outside'],
])('the focus on %s is on %s once the element has gone', (before, after) => {
  const { rerender } = render(<Page isThere />);
  screen.getByRole('button', { name: before }).focus();
  rerender(<Page isThere={false} />);
  expect(document.activeElement?.textContent).toBe(after);
});
