import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { focusHeadingOnRemoval } from '#web/shared/ui/focus-heading.ts';
import { Modal } from '#web/shared/ui/modal.tsx';

afterEach(cleanup);

function Leaving() {
  return (
    <div ref={focusHeadingOnRemoval}>
      <button type="button">Inside</button>
    </div>
  );
}

function Page({ isThere }: { isThere: boolean }) {
  return (
    <>
      <h1>Page</h1>
      {isThere && <Leaving />}
      <button type="button">Outside</button>
    </>
  );
}

test.each([
  ['Inside', 'Page'],
  ['Outside', 'Outside'],
])('the focus on %s moves to %s once the element is removed', (before, after) => {
  const { rerender } = render(<Page isThere />);
  screen.getByRole('button', { name: before }).focus();
  rerender(<Page isThere={false} />);
  expect(document.activeElement?.textContent).toBe(after);
});

function showModal(this: HTMLDialogElement): void {
  this.querySelector('button')?.focus();
}

beforeEach(() => {
  // jsdom has no such method.
  HTMLDialogElement.prototype.showModal ??= showModal;
});

function Rows() {
  const [step, setStep] = useState<'row' | 'dialog' | 'gone' | 'closed'>('row');
  return (
    <>
      <h1>Page</h1>
      {step !== 'gone' && (
        <button type="button" onClick={() => setStep('dialog')}>
          Row
        </button>
      )}
      {step === 'dialog' && (
        <Modal title="Dialog" onClose={() => setStep('closed')}>
          <button type="button" onClick={() => setStep('gone')}>
            Remove
          </button>
        </Modal>
      )}
    </>
  );
}

test.each([
  ['Close Dialog', 'Row'],
  ['Remove', 'Page'],
])('after “%s” in a dialog the focus is on %s', (press, after) => {
  render(<Rows />);
  screen.getByText('Row').focus();
  fireEvent.click(screen.getByText('Row'));
  fireEvent.click(screen.getByRole('button', { name: press, hidden: true }));
  expect(document.activeElement).toBe(screen.getByText(after));
});
