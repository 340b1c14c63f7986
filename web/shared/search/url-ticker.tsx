import { use, useLayoutEffect, type ComponentType } from 'react';
import { useLocation, useSearch } from 'wouter';
import { invalidTickerParam } from './ticker-text.tsx';

let reader: Promise<(search: string) => string> | undefined;

/** Without this code a page says that it cannot read the text. */
function loadReader() {
  reader ??= import('../api/name-match.ts').then(
    ({ readSearch }) => readSearch,
    () => (search) => search,
  );
  return reader;
}

const isTicker = (search: string) => invalidTickerParam(search, 'ticker') === null;

/** Puts the data source's spelling of a ticker into the URL before the page renders. */
export function withReadTicker(Page: ComponentType) {
  return () => {
    const search = useSearch();
    const [path, navigate] = useLocation();
    const read = isTicker(search) ? search : use(loadReader())(search);
    useLayoutEffect(() => {
      if (read !== search) navigate(`${path}?${read}`, { replace: true });
    }, [read, search, path, navigate]);
    return read === search && <Page />;
  };
}
