import type { AdminStatus } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { err, type Result } from '#compute';
import { getJson, queryFailure, valueOrThrow, type ApiFailure } from '../../shared/api/client.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { DataTable } from '../../shared/ui/data-table.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { apiUrl } from '../../shared/api/listing-urls.ts';
import styles from './admin-page.module.css';

/** The state of the installation, for its operators. The server decides who is one. */
export function AdminPage() {
  return (
    <QueryProvider>
      <Status />
    </QueryProvider>
  );
}

function Status() {
  const { user, isAdmin, idToken } = useAuth();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    // A new admin gets a new token, and asks again with it.
    queryKey: [user?.uid ?? '', 'admin', isAdmin],
    queryFn: async ({ signal }) => valueOrThrow(await fetchAdminStatus(await idToken(), signal)),
  });
  const failure = isFetching ? null : queryFailure(error, '');
  return (
    <WorkPage
      title="Operation"
      lead="The state of this installation: totals only, with no personal data."
      heading={heading}
      action={
        <Button busy={isFetching} busyLabel="Refreshing…" onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {failure !== null &&
        (failure.remedy.kind === 'retry' ? (
          <RetryBanner
            message={failure.message}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
            focusNext={heading}
          />
        ) : (
          <Banner tone="error" title="Error">
            {failure.message}
          </Banner>
        ))}
      {data && <Report status={data} />}
      {data === undefined && failure === null && <Skeleton height={320} />}
    </WorkPage>
  );
}

/** Each part of the status as a card of its own. */
function Report({ status }: { status: AdminStatus }) {
  const format = useFormat();
  const instant = (iso: string | null) => (iso === null ? 'Never' : format.time(iso, null, nowMs()));
  const { providers, kv, d1, ledger, accounts } = status;
  const unknown = status.unknown_tickers;
  const hasItems = accounts !== null && accounts.items.length > 0;
  return (
    <div className={styles.cards}>
      <Card
        title="Release"
        footer="An isolate counts for itself since it started, and there are many at once."
      >
        <Facts
          rows={[
            ['Version', status.version],
            ['Environment', status.environment],
            ['Market data', status.market_data === 'sample' ? 'Sample market' : 'Live'],
          ]}
        />
      </Card>
      <Card title="Providers" subtitle="Of the isolate that responded" flush>
        <Table
          label="State of each provider"
          heads={['Provider', 'Breaker', 'Last success', 'Refuses']}
          rows={providers.map(({ name, breaker, last_success_at: last, refused_since: since }) => [
            name,
            breaker,
            instant(last),
            since === null ? 'No' : `Since ${instant(since)}`,
          ])}
        />
      </Card>
      <Card title="Cache" subtitle="Of the isolate that responded">
        <Facts
          rows={[
            ['KV', kv.is_bound ? 'Bound' : 'Not bound'],
            ['Writes', format.count(kv.writes)],
            ['Refused writes', format.count(kv.refused_writes)],
          ]}
        />
      </Card>
      <Card title="Public ledger" flush={ledger !== null && ledger.missed_sessions.length > 0}>
        <p className="note">
          {ledger === null ? 'There is no ledger.' : `Last run: ${instant(ledger.last_run_at)}. `}
          {ledger?.missed_sessions.length === 0 && 'No session was missed.'}
        </p>
        {ledger !== null && ledger.missed_sessions.length > 0 && (
          <Table
            label="Missed sessions"
            heads={['Listing', 'Session']}
            rows={ledger.missed_sessions.map(({ ticker, session_date: date }) => [
              ticker,
              format.isoDate(date),
            ])}
          />
        )}
      </Card>
      <Card title="Unknown tickers" subtitle="Of the isolate that responded" flush={unknown.length > 0}>
        {unknown.length === 0 ? (
          <p className="note">None since the isolate started.</p>
        ) : (
          <Table
            label="Unknown tickers by requests"
            heads={['Ticker', 'Requests']}
            rows={unknown.map(({ ticker, requests }) => [ticker, format.count(requests)])}
          />
        )}
      </Card>
      <Card
        title="Accounts"
        subtitle={accounts === null ? undefined : `${format.count(accounts.users)} with something stored`}
        flush={hasItems}
      >
        {accounts === null || !hasItems ? (
          <p className="note">
            {accounts === null ? 'Nothing is stored for accounts here.' : 'Nothing is stored yet.'}
          </p>
        ) : (
          <Table
            label="Items of all accounts"
            heads={['Kind', 'Items', 'Deleted']}
            rows={accounts.items.map(({ kind, items, deleted }) => [
              kind,
              format.count(items),
              format.count(deleted),
            ])}
          />
        )}
      </Card>
      <Card title="Database" flush={d1 !== null}>
        {d1 === null ? (
          <p className="note">There is no database.</p>
        ) : (
          <Table
            label="Rows of the database"
            heads={['Table', 'Rows']}
            rows={[
              ...d1.rows.map(({ table, rows }) => [table, format.count(rows)]),
              ['Size of all', `${format.fixed(d1.bytes / 1e6, 2)} MB`],
            ]}
          />
        )}
      </Card>
    </div>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows that their cells tell apart. */
function Table({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly string[][];
}) {
  return (
    <DataTable label={label} heads={heads} rows={rows.map((cells) => ({ id: cells.join(' '), cells }))} />
  );
}

/** The state of the installation; the server refuses a `token` that is not an operator's. */
async function fetchAdminStatus(
  token: string | null,
  signal: AbortSignal,
): Promise<Result<AdminStatus, ApiFailure>> {
  if (token === null) return err({ reason: 'unreachable', cause: 'no ID token' });
  return getJson(apiUrl(['admin', 'status']), 'admin', { signal, token });
}
