import type { AdminStatus } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { apiUrl, getJson, queryFailure, valueOrThrow } from '../../shared/api/client.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { RetryBanner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import styles from './admin-page.module.css';

/** The installation's state, for its operators. The server decides who is one. */
export const AdminPage = withQueries(Status);

function Status() {
  const { user, isAdmin, idToken } = useAuth();
  const { data, error, isFetching, refetch } = useQuery({
    // Becoming an admin brings a new token, so ask again with it.
    queryKey: [user?.uid ?? '', 'admin', isAdmin],
    queryFn: async ({ signal }) =>
      valueOrThrow(await getJson(apiUrl(['admin', 'status']), 'admin', { signal, token: await idToken() })),
  });
  const failure = isFetching ? null : queryFailure(error, '');
  return (
    <WorkPage
      title="System status"
      lead="How this installation is doing. Totals only, no personal data."
      action={
        <Button busy={isFetching} busyLabel="Refreshing…" onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {failure && <RetryBanner failure={failure} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {data && <Report status={data} />}
      {data === undefined && failure === null && <Skeleton height={320} />}
    </WorkPage>
  );
}

function Report({ status }: { status: AdminStatus }) {
  const format = useFormat();
  const instant = (iso: string | null) => (iso === null ? 'Never' : format.time(iso, null, nowMs()));
  const { kv, d1, ledger, alerts } = status;
  const missed = (ledger?.missed_sessions ?? []).map(
    ({ ticker, session_date: date }) => `${ticker} ${format.isoDate(date)}`,
  );
  return (
    <div className={styles.cards}>
      <Card title="Release" footer="Each isolate counts separately from its own start, and many run at once.">
        <DefinitionList
          rows={[
            ['Version', status.version],
            ['Environment', status.environment],
            ['Market data', status.market_data === 'sample' ? 'Sample market' : 'Live'],
          ]}
        />
      </Card>
      <Card title="Providers" subtitle={PER_ISOLATE}>
        <DefinitionList
          rows={status.providers.map(({ name, breaker, last_success_at: last, refused_since: since }) => [
            name,
            `Breaker ${breaker}. Last success: ${instant(last)}.${since === null ? '' : ` Refusing requests since ${instant(since)}.`}`,
          ])}
        />
      </Card>
      <Card title="Cache" subtitle={PER_ISOLATE}>
        <DefinitionList
          rows={[
            ['KV', kv.is_bound ? 'Bound' : 'Not bound'],
            ['Writes', format.count(kv.writes)],
            ['Refused writes', format.count(kv.refused_writes)],
          ]}
        />
      </Card>
      <Card title="Public ledger">
        {ledger === null ? (
          <p className="note">No ledger, or it can’t be read right now.</p>
        ) : (
          <DefinitionList
            rows={[
              ['Last run', instant(ledger.last_run_at)],
              ['Missed sessions', missed.join(', ') || 'None'],
            ]}
          />
        )}
      </Card>
      <Card
        title="Database"
        footer="Users and their notifications aren’t counted: each account has its own database, and nothing lists them."
      >
        {d1 === null || alerts === null ? (
          <p className="note">No database, or it can’t be read right now.</p>
        ) : (
          <DefinitionList
            rows={[
              ['Size', `${format.fixed(d1.bytes / 1e6, 2)} MB`],
              ['Last alert check', instant(alerts.last_check_at)],
              ['Listings with alerts', format.count(alerts.listings)],
              ['Not priced at the last check', format.count(alerts.unasked)],
              ['Alerts not delivered yet', format.count(alerts.waiting)],
              ['Oldest undelivered', alerts.oldest_at === null ? 'None' : instant(alerts.oldest_at)],
              ['Failed at least once', format.count(alerts.failed)],
            ]}
          />
        )}
      </Card>
    </div>
  );
}

const PER_ISOLATE = 'From the isolate that responded';
