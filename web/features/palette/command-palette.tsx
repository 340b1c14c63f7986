import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useSuggestions } from '../../shared/search/listing-search.tsx';
import type { SuggestionState } from '../../shared/search/suggestions.ts';
import { Listbox, Option, useOptions } from '../../shared/ui/listbox.tsx';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import { useTheme } from '../../shared/user/theme.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import styles from './command-palette.module.css';
import { commandsFor, defaultCommandIndex, placeAtom, type Command } from './commands.ts';

/** One field that reaches every ticker, page, range, horizon and setting (ARIA combobox in a dialog). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [query, setQuery] = useState('');
  const suggestions = useSuggestions();
  const lookup = useAtomValueRawSync(suggestions.stateAtom);
  const found = lookup.status === 'searching' ? [] : lookup.items;
  const [pathname] = useLocation();
  const commands = commandsFor(query, { ...useAtomValueRawSync(placeAtom), pathname, found });
  const run = useRun(onClose);
  /** Enter was pressed before the search had found anything. */
  const [isEntered, setEntered] = useState(false);
  const { activeIndex, setActive, field } = useOptions({
    id,
    count: commands.length,
    defaultIndex: defaultCommandIndex(commands, query),
    onEnter(index) {
      setEntered(index === -1);
      run(commands[index]);
    },
  });

  useOnceTrue(isEntered && lookup.status !== 'searching', () => run(commands[0]));

  function type(text: string) {
    setQuery(text);
    suggestions.type(text);
    setActive(null);
    setEntered(false);
  }

  return (
    <Modal title="Command palette" hideHead onClose={onClose}>
      <div className={styles.field}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          {...field}
          // React sets no `autofocus` attribute, and without it a dialog focuses its scrolling part.
          ref={(input) => input?.setAttribute('autofocus', '')}
          className={styles.input}
          aria-label="Search tickers and commands"
          placeholder="Search tickers, pages, ranges, settings"
          value={query}
          onChange={(event) => type(event.target.value)}
        />
        <button
          type="button"
          className={styles.escape}
          aria-label="Esc closes the command palette"
          onClick={onClose}
        >
          Esc
        </button>
      </div>
      <CommandList id={id} commands={commands} activeIndex={activeIndex} onPoint={setActive} onChoose={run} />
      <Count count={commands.length} status={lookup.status} />
    </Modal>
  );
}

function useOnceTrue(condition: boolean, onTrue: () => void): void {
  const call = useEffectEvent(onTrue);
  useEffect(() => {
    if (condition) call();
  }, [condition]);
}

function useRun(onClose: () => void) {
  const store = useStore();
  const [, navigate] = useLocation();
  const { setTheme } = useTheme();
  return (command?: Command) => {
    if (command === undefined) return;
    onClose();
    if (typeof command.action === 'string') navigate(command.action);
    else command.action(store, setTheme);
  };
}

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly activeIndex: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (command: Command) => void;
}

function CommandList({ id, commands, activeIndex, onPoint, onChoose }: CommandListProps) {
  return (
    <Listbox id={id} label="Commands" className={styles.list}>
      {[...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <p id={`${id}-${group}`} className={styles.group}>
            {group}
          </p>
          {members.map((command) => {
            const index = commands.indexOf(command);
            return (
              <Option
                key={command.label}
                id={id}
                index={index}
                isActive={index === activeIndex}
                className={styles.option}
                onPointerMove={() => onPoint(index)}
                onClick={() => onChoose(command)}
              >
                <span className={styles.label}>{command.label}</span>
                {command.hint !== undefined && <span className="ellipsis note">{command.hint}</span>}
              </Option>
            );
          })}
        </div>
      ))}
    </Listbox>
  );
}

function Count({ count, status }: { count: number } & Pick<SuggestionState, 'status'>) {
  const absence =
    status === 'searching'
      ? 'Searching…'
      : status === 'failed'
        ? 'Search isn’t responding. Try again, or enter the exact ticker.'
        : 'No matches';
  return (
    <>
      {count === 0 && <p className={styles.empty}>{absence}</p>}
      <VisuallyHidden>
        <output>{count === 0 ? absence : `${count} ${count === 1 ? 'command' : 'commands'}`}</output>
      </VisuallyHidden>
    </>
  );
}
