import { SIMULATED, type LedgerName, type Result } from '#compute';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { queryFailure, RequestError, type ApiFailure } from '../../shared/api/client.ts';
import { showSearchAtom, shownSearchAtom } from '../../shared/browser/shown-search.ts';
import { LoadBanner } from '../../shared/search/load-banner.tsx';
import { focusHeadingOnRemoval } from '../../shared/ui/focus-heading.ts';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import styles from './ledger-frame.module.css';

/** Loads a part of the ledger. A failure is a value, so that it stays on screen until the next response. */
export function useLedgerQuery<Value>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Result<Value, ApiFailure>>,
) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    refetchOnReconnect: ({ state }) => (state.data?.ok === false ? 'always' : false),
  });
}

/** The URL's query, and a function that changes parameters of it without a step in the history; an empty value removes one. */
export function useParams() {
  const search = useAtomValueRawSync(shownSearchAtom);
  const showSearch = useSetAtom(showSearchAtom);
  function show(changes: Readonly<Record<string, string>>) {
    const params = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...changes });
    const filled = new URLSearchParams([...params].filter(([, value]) => value !== ''));
    showSearch(filled.size === 0 ? '' : `?${filled}`, false);
  }
  return { search, show };
}

interface LedgerFrameProps<Value> {
  readonly title: string;
  readonly lead: string;
  readonly notes?: ReactNode;
  readonly query: UseQueryResult<Result<Value, ApiFailure>>;
  readonly children: (value: Value) => ReactNode;
}

export function LedgerFrame<Value extends { readonly ledger: LedgerName }>(props: LedgerFrameProps<Value>) {
  const { title, lead, notes, children } = props;
  const { data, isFetching, refetch } = props.query;
  const failure = data?.ok === false ? queryFailure(new RequestError(data.error), '') : null;
  return (
    <WorkPage
      title={title}
      lead={
        <>
          {lead} <Link href="/method">How forecasts are made</Link>
          {' · '}
          <Link href="/method#weak">Where this model is bad</Link>
        </>
      }
    >
      <PageTabs />
      {notes}
      {data === undefined && <Skeleton height={640} />}
      {failure && <LoadBanner failure={failure} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {data?.ok === true && (
        // If loading another part of the ledger fails, this content unmounts.
        <div ref={focusHeadingOnRemoval} className="stack" aria-busy={isFetching}>
          <LedgerNote ledger={data.value.ledger} />
          {children(data.value)}
        </div>
      )}
    </WorkPage>
  );
}

const PAGES = [
  { href: '/forecasts', label: 'Forecasts' },
  { href: '/track-record', label: 'Track record' },
];

function PageTabs() {
  const [pathname] = useLocation();
  return (
    <nav aria-label="Forecasts and track record" className={styles.tabs}>
      {PAGES.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Explains a ledger that does not hold public forecasts of real prices; `null` for the live one. */
export const LEDGER_NOTE: Readonly<Record<LedgerName, { title: string; text: string } | null>> = {
  live: null,
  sample: {
    title: SIMULATED,
    text: 'These forecasts come from the same program but from simulated prices. On a local run, past sessions are replayed all at once. They show how the ledger works and say nothing about real markets.',
  },
};

function LedgerNote({ ledger }: { ledger: LedgerName }) {
  const note = LEDGER_NOTE[ledger];
  return (
    note && (
      <details className="disclosure">
        <summary>{note.title}</summary>
        {note.text}
      </details>
    )
  );
}
