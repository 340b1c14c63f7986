import type { SearchResult } from '#worker/contract';
import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import { searchQuery } from '../api/listing-queries.ts';
import { getQueryClient } from '../api/query-client.tsx';
import { activeOptionId, SuggestionList } from './suggestion-list.tsx';
import { createSuggestions, type Suggestions } from './suggestions.ts';

interface QuickSuggestionsProps {
  readonly id: string;
  /** What was typed before this code was there. */
  readonly text: string;
  /** Gets the list once it exists, and `null` when it is gone. */
  readonly onReady: (suggestions: Suggestions | null) => void;
  /** Gets the id of the option under the keyboard, as {@link activeOptionId} has it. */
  readonly onActive: (id: string | null | undefined) => void;
  readonly onText: (text: string) => void;
  readonly onChoose: (item: SearchResult) => void;
}

/** The suggestions of {@link QuickSearch}, loaded when its field gets the focus. */
export function QuickSuggestions({ id, text, onReady, onActive, onText, onChoose }: QuickSuggestionsProps) {
  const store = useStore();
  const [suggestions] = useState(() => {
    const made = createSuggestions({
      store,
      search: (wanted) => getQueryClient().query(searchQuery(wanted)),
      recent: () => [],
      logFailure(failure) {
        // oxlint-disable-next-line no-console -- a failed lookup is logged, and shown nowhere
        console.error('Suggestion lookup failed', failure);
      },
    });
    made.fill(text);
    return made;
  });
  const input = useAtomValue(suggestions.inputAtom);
  const active = activeOptionId(id, useAtomValue(suggestions.listAtom));

  useEffect(() => {
    if (text !== '' && document.activeElement?.id === `${id}-input`) suggestions.type(text);
    onReady(suggestions);
    return () => {
      onReady(null);
      suggestions.close();
    };
    // What is typed later goes to the suggestions themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [suggestions, onReady]);

  useEffect(() => onActive(active), [onActive, active]);

  useEffect(() => onText(input), [onText, input]);

  return (
    <SuggestionList
      id={id}
      suggestions={suggestions}
      onChoose={(item) => {
        suggestions.choose(item);
        onChoose(item);
      }}
    />
  );
}
