import { useAtomValueRawSync } from '../../store.ts';
import { areShortcutsOnAtom } from '../../shared/user/settings.ts';
import { Modal } from '../../shared/ui/modal.tsx';
import styles from './shortcuts-sheet.module.css';
import sections from './shortcuts.json' with { type: 'json' };

/** What stands for `Mod` in the list: keys of an Apple keyboard carry the command sign. */
const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.sheet} aria-label="Keys" tabIndex={0}>
        {!useAtomValueRawSync(areShortcutsOnAtom) && (
          <p>
            Single-key shortcuts (/, ?, I, D, L, F, R, P, comma, period, 1 to 8) are turned off in Settings.
          </p>
        )}
        {sections.map(({ title, keys: shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className={styles.row}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className={styles.key}>
                        {key.replace('Mod', MODIFIER)}
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
