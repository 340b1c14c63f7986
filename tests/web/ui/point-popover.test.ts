import { afterEach, expect, test, vi } from 'vitest';
import { listenForMenu } from '#web/shared/ui/point-popover.tsx';

afterEach(() => vi.useRealTimers());

function target() {
  const element = document.createElement('div');
  const heard: string[] = [];
  listenForMenu(element, {
    onMenu: (at) => heard.push(at === null ? 'menu by key' : `menu at ${at.clientX}`),
    onPress: (at, isTouch) => heard.push(`${isTouch ? 'tap' : 'click'} at ${at.clientX}`),
  });
  const send = (type: string, clientX: number, pointerType: string) => {
    const event = new MouseEvent(type, { clientX, cancelable: true });
    element.dispatchEvent(Object.assign(event, { pointerType, isPrimary: true }));
    return event.defaultPrevented;
  };
  return { element, heard, send };
}

test('a finger that rests opens the menu once, and its release presses nothing', () => {
  vi.useFakeTimers();
  const { heard, send } = target();
  send('pointerdown', 10, 'touch');
  vi.advanceTimersByTime(600);
  send('contextmenu', 10, 'touch');
  expect(send('touchend', 10, 'touch')).toBe(true);
  send('click', 10, 'touch');
  expect(heard).toEqual(['menu at 10']);
});

test('a finger that moves opens nothing, and one that leaves at once taps', () => {
  vi.useFakeTimers();
  const { heard, send } = target();
  send('pointerdown', 10, 'touch');
  send('pointermove', 40, 'touch');
  vi.advanceTimersByTime(600);
  send('pointerup', 40, 'touch');
  send('click', 40, 'touch');
  expect(heard).toEqual([]);
  send('pointerdown', 10, 'touch');
  send('pointerup', 11, 'touch');
  vi.advanceTimersByTime(600);
  send('click', 11, 'touch');
  expect(heard).toEqual(['tap at 10']);
});

test('a right click, the menu key and Shift+F10 open the menu, and a drag is no click', () => {
  const { element, heard, send } = target();
  expect(send('contextmenu', 20, 'mouse')).toBe(true);
  for (const init of [{ key: 'ContextMenu' }, { key: 'F10', shiftKey: true }, { key: 'F10' }])
    element.dispatchEvent(new KeyboardEvent('keydown', init));
  send('pointerdown', 10, 'mouse');
  send('click', 90, 'mouse');
  expect(heard).toEqual(['menu at 20', 'menu by key', 'menu by key']);
});
