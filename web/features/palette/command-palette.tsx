import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withSettings } from '../../shared/user/change-settings.ts';
import { areShortcutsOnAtom } from '../../shared/user/settings.ts';
import { useSuggestions } from '../../shared/search/listing-search.tsx';
import { recentListingsAtom } from '../../shared/user/recent-listings.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { overlayAtom } from '../../shared/ui/overlay.ts';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { watchlistAtom } from '../../shared/user/watchlist.ts';
import { useTheme } from '../../shared/user/theme.tsx';
import { Modal } from '../../shared/ui/modal.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import styles from './command-palette.module.css';
import {
  commandsFor,
  defaultCommandIndex,
  matching,
  ownCommands,
  tickerCommands,
  type CommandAction,
} from './commands.ts';

/** One field that reaches every ticker, page, range, horizon and setting (ARIA combobox in a dialog). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const { user, isAdmin } = useAuth();
  const watched = useAtomValueRawSync(watchlistAtom);
  const recent = useAtomValueRawSync(recentListingsAtom);
  const { setTheme } = useTheme();
  const setOverlay = useSetAtom(overlayAtom);
  const edit = useSetAtom(editAtom);
  const [query, setQuery] = useState('');
  const suggestions = useSuggestions();
  const { items: found, isSearching, hasFailed } = useAtomValueRawSync(suggestions.stateAtom);
  /** Enter was pressed while the search was still running. */
  const isEntered = useRef(false);
  /** The command that the user has moved to; `null` before any move. */
  const [active, setActive] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const place = {
    pathname,
    search,
    isSignedIn: user !== null,
    isAdmin,
    hasShortcuts: useAtomValueRawSync(areShortcutsOnAtom),
  };
  const starred = watched.map(({ ticker, name }) => ({ symbol: ticker, name }));
  const own = ownCommands(query, recent, starred, place);
  const commands = [
    ...own,
    ...matching(commandsFor(place), query),
    ...tickerCommands(query, isSearching ? [] : found, place, own),
  ];
  const groups = [
    ...Map.groupBy(
      commands.map((command, index) => ({ command, index })),
      ({ command }) => command.group,
    ),
  ];
  const emptyText = isSearching
    ? 'Searching…'
    : hasFailed
      ? 'Search isn’t responding. Try again, or enter the exact ticker.'
      : 'No matches';
  const activeIndex = Math.min(active ?? defaultCommandIndex(commands, query), commands.length - 1);

  useEffect(() => {
    list.current
      ?.querySelector(`#${CSS.escape(`${id}-${activeIndex}`)}`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex]);

  function run(action: CommandAction) {
    onClose();
    switch (action.do) {
      case 'go':
        return navigate(action.href);
      case 'set':
        return edit(withSettings(action.settings));
      case 'theme':
        return setTheme(action.theme);
      case 'open':
        return setOverlay(action.overlay);
      case 'print':
        // Waits until the dialog has closed, so that it is not printed.
        return void setTimeout(() => print());
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setActive((activeIndex + step + commands.length) % commands.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = commands[activeIndex];
      if (chosen !== undefined) run(chosen.action);
      else isEntered.current = isSearching;
    }
  }

  const runFirst = useEffectEvent(() => {
    const [first] = commands;
    if (isEntered.current && first !== undefined) run(first.action);
    isEntered.current = false;
  });
  useEffect(() => {
    if (!isSearching) runFirst();
  }, [isSearching]);

  return (
    <Modal title="Command palette" hideHead focusFirst={input} onClose={onClose}>
      <div className={styles.field}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label="Search tickers and commands"
          aria-autocomplete="list"
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={commands.length > 0 ? `${id}-${activeIndex}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search tickers, pages, ranges, settings"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            suggestions.type(event.target.value);
            setActive(null);
            isEntered.current = false;
          }}
          onKeyDown={onKeyDown}
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
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Commands" className={styles.list}>
        {groups.map(([group, entries]) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className={styles.group}>
              {group}
            </p>
            {entries.map(({ command, index }) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input holds the focus and handles the keys
              <div
                key={command.label}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === activeIndex}
                className={styles.option}
                onPointerMove={() => setActive(index)}
                onClick={() => run(command.action)}
              >
                <span className={styles.label}>{command.label}</span>
                {command.hint !== undefined && <span className="ellipsis note">{command.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className={styles.empty}>{emptyText}</p>}
      <VisuallyHidden>
        <output>
          {commands.length === 0
            ? emptyText
            : `${commands.length} ${commands.length === 1 ? 'command' : 'commands'}`}
        </output>
      </VisuallyHidden>
    </Modal>
  );
}
