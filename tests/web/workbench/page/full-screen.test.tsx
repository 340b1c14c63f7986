import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FullScreenButton } from '#web/features/workbench/page/workbench-head.tsx';

const page = document as { fullscreenElement: Element | null; fullscreenEnabled: boolean };

it('a second press exits full screen before the page has noticed the first', () => {
  const element = document.createElement('div');
  page.fullscreenEnabled = true;
  page.fullscreenElement = null;
  // The browser fires the event in a later task.
  element.requestFullscreen = vi.fn<() => Promise<void>>(async () => {
    page.fullscreenElement = element;
  });
  document.exitFullscreen = vi.fn<() => Promise<void>>(async () => undefined);
  render(<FullScreenButton element={{ current: element }} />);
  const button = screen.getByRole('button', { name: 'Full screen' });
  button.click();
  button.click();
  expect(element.requestFullscreen).toHaveBeenCalledOnce();
  expect(document.exitFullscreen).toHaveBeenCalledOnce();
});
