/** Looks listings up while somebody types. No React and no DOM in here. */
import type { Result } from '#compute';
import type { SearchResult } from '#worker/contract';
import type { ApiFailure } from '../../shared/api/client.ts';

/** As in the search field (spec section 9). */
const DEBOUNCE_MS = 250;

export interface ListingLookupDeps {
  readonly search: (
    text: string,
    signal: AbortSignal,
  ) => Promise<Result<readonly SearchResult[], ApiFailure>>;
  /** The listings for the newest text, `null` until its answer; empty for an empty text and when the lookup failed. */
  readonly onFound: (items: readonly SearchResult[] | null) => void;
}

/** Builds a lookup. A newer text drops the older one's question, its answer and what it found. */
export function createListingLookup({ search, onFound }: ListingLookupDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;

  function cancel() {
    clearTimeout(timer);
    request?.abort();
    request = null;
  }

  async function lookUp(text: string) {
    const own = new AbortController();
    request = own;
    const answer = await search(text, own.signal);
    // An answer that was under way may still arrive after a newer question.
    if (request === own) onFound(answer.ok ? answer.value : []);
  }

  return {
    type(text: string): void {
      cancel();
      const trimmed = text.trim();
      onFound(trimmed === '' ? [] : null);
      if (trimmed !== '') timer = setTimeout(() => void lookUp(trimmed), DEBOUNCE_MS);
    },
    close: cancel,
  };
}
