import type { SearchResult } from '#worker/contract';
import { useEffect, useState } from 'react';
import { searchListings } from '../api/stock-api.ts';

/** Spec section 9: the pause after which a typed text is looked up. */
const DEBOUNCE_MS = 250;

const NONE: readonly SearchResult[] = [];

/** Listings that match a text, looked up once it rests; none while it is empty, and none when the lookup fails. */
export function useLookup(text: string): readonly SearchResult[] {
  const wanted = text.trim();
  const [found, setFound] = useState<readonly SearchResult[]>(NONE);
  useEffect(() => {
    if (wanted === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await searchListings(wanted, controller.signal);
      if (!controller.signal.aborted) setFound(answer.ok ? answer.value : NONE);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted]);
  return wanted === '' ? NONE : found;
}
