import { areShortcutsOn } from '../../shared/user-data/settings.ts';
import { Modal } from '../../shared/ui/modal.tsx';
import styles from './shortcuts-sheet.module.css';

/** Keys of an Apple keyboard carry the command sign. */
const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const SECTIONS = [
  {
    title: 'Anywhere',
    keys: [
      { keys: [`${MODIFIER} K`], does: 'Command palette' },
      { keys: ['?'], does: 'This list' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'Stock analysis',
    keys: [
      { keys: ['/'], does: 'Go to the search field' },
      { keys: ['↑', '↓'], does: 'Move through the suggestions' },
      { keys: ['Enter'], does: 'Analyze' },
      { keys: ['1', '…', '6'], does: 'Range 1W, 1M, 3M, 6M, 1Y, ALL' },
    ],
  },
  {
    title: 'Chart workbench',
    keys: [
      { keys: ['/'], does: 'Another listing' },
      { keys: ['I'], does: 'Add an indicator' },
      { keys: ['D'], does: 'Draw' },
      { keys: ['L'], does: 'Layouts' },
      { keys: ['F'], does: 'Full screen' },
      { keys: ['R'], does: 'Replay: begin and leave' },
      { keys: [',', '.'], does: 'Replay: one bar back or forward' },
      { keys: ['P'], does: 'Replay: play and pause' },
      { keys: ['1', '…', '6'], does: 'Range 1W, 1M, 3M, 6M, 1Y, ALL' },
      { keys: ['7', '8'], does: 'Range 1D, 5D' },
      { keys: ['Shift ↑', 'Shift ↓'], does: 'Scale the price axis' },
      { keys: ['Shift Page Up', 'Shift Page Down'], does: 'Move the price axis' },
      { keys: ['A'], does: 'Fit the price axis to the prices' },
      { keys: ['Alt ↑', 'Alt ↓'], does: 'Move an indicator, from one of its controls' },
      { keys: ['↑', '↓'], does: 'Height of a pane, on its upper border' },
    ],
  },
  {
    title: 'Drawing on a chart',
    keys: [
      { keys: ['←', '→', '↑', '↓'], does: 'Move the cursor or the selected drawing, with Shift ten steps' },
      { keys: ['O', 'H', 'L', 'C'], does: 'To the open, high, low or close of the session' },
      { keys: ['Enter'], does: 'Place a point; change which point of a selected drawing moves' },
      { keys: ['Delete'], does: 'Remove the selected drawing' },
      { keys: ['Esc'], does: 'Cancel, end the selection' },
      { keys: [`${MODIFIER} Z`, `${MODIFIER} Shift Z`], does: 'Undo, redo' },
    ],
  },
  {
    title: 'In a chart',
    keys: [
      { keys: ['←', '→'], does: 'One session back or forward' },
      { keys: ['Page Up', 'Page Down'], does: 'Ten sessions' },
      { keys: ['Home', 'End'], does: 'First or last session on screen' },
      { keys: ['↑', '↓'], does: 'Read one series at a time' },
      { keys: ['Enter'], does: 'Read all of the session' },
      { keys: ['+', '-'], does: 'Zoom' },
      { keys: ['Shift ←', 'Shift →'], does: 'Move the view' },
      { keys: ['0'], does: 'Reset the view' },
    ],
  },
] as const;

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.sheet} aria-label="Keys" tabIndex={0}>
        {!areShortcutsOn() && (
          <p>Single-key shortcuts (/, ?, I, D, L, F, R, P, comma, period, 1 to 8) are off in the settings.</p>
        )}
        {SECTIONS.map(({ title, keys: shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className={styles.row}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className={styles.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Modal>
  );
}
