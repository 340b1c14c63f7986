import type { SearchResult } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { searchQuery } from '../api/listing-queries.ts';

/** How long typing has to stop before a text is looked up. */
export const SEARCH_DEBOUNCE_MS = 250;

const NONE: readonly SearchResult[] = [];

/**
 * Listings that match a text, looked up once it rests: `null` until their answer, none for an empty text and when the lookup
 * fails.
 */
export function useListingSearch(text: string): readonly SearchResult[] | null {
  const wanted = text.trim();
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isRested = wanted !== '' && rested === wanted;
  const { data, isError } = useQuery({ ...searchQuery(wanted), enabled: isRested });
  if (wanted === '' || (isRested && isError)) return NONE;
  return isRested ? (data ?? null) : null;
}
