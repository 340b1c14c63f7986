import type { Format } from '#compute';
import type { AdminStatus } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { apiUrl, getJson, queryFailure, valueOrThrow } from '../../shared/api/client.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { LoadBanner } from '../../shared/search/load-banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import styles from './admin-page.module.css';

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
      {failure && <LoadBanner failure={failure} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {data && <Report status={data} />}
      {data === undefined && failure === null && <Skeleton height={320} />}
    </WorkPage>
  );
}

interface Section {
  readonly title: string;
  readonly subtitle?: string;
  readonly footer?: string;
  readonly rows: readonly (readonly [string, string])[] | string;
}

function Report({ status }: { status: AdminStatus }) {
  const format = useFormat();
  return (
    <div className={styles.cards}>
      {[...isolateSections(format, status), ...storeSections(format, status)].map(({ rows, ...card }) => (
        <Card key={card.title} {...card}>
          {typeof rows === 'string' ? <p className="note">{rows}</p> : <DefinitionList rows={rows} />}
        </Card>
      ))}
    </div>
  );
}

const PER_ISOLATE = 'From the isolate that responded';

function isolateSections(format: Format, { providers, kv, ...status }: AdminStatus): Section[] {
  return [
    {
      title: 'Release',
      footer: 'Each isolate counts separately from its own start, and many run at once.',
      rows: [
        ['Version', status.version],
        ['Environment', status.environment],
        ['Market data', status.market_data === 'sample' ? 'Sample market' : 'Live'],
      ],
    },
    {
      title: 'Providers',
      subtitle: PER_ISOLATE,
      rows: providers.map(({ name, breaker, last_success_at: last, refused_since: since }) => [
        name,
        `Breaker ${breaker}. Last success: ${instant(format, last)}.${since === null ? '' : ` Refusing requests since ${instant(format, since)}.`}`,
      ]),
    },
    {
      title: 'Cache',
      subtitle: PER_ISOLATE,
      rows: [
        ['KV', kv.is_bound ? 'Bound' : 'Not bound'],
        ['Writes', format.count(kv.writes)],
        ['Refused writes', format.count(kv.refused_writes)],
      ],
    },
  ];
}

function storeSections(format: Format, { d1, ledger, alerts }: AdminStatus): Section[] {
  const missed = (ledger?.missed_sessions ?? []).map(
    ({ ticker, session_date: date }) => `${ticker} ${format.isoDate(date)}`,
  );
  return [
    {
      title: 'Public ledger',
      rows:
        ledger === null
          ? 'No ledger, or it can’t be read right now.'
          : [
              ['Last run', instant(format, ledger.last_run_at)],
              ['Missed sessions', missed.join(', ') || 'None'],
            ],
    },
    {
      title: 'Database',
      footer:
        'Users and their notifications aren’t counted: each account has its own database, and nothing lists them.',
      rows:
        d1 === null || alerts === null
          ? 'No database, or it can’t be read right now.'
          : [
              ['Size', `${format.fixed(d1.bytes / 1e6, 2)} MB`],
              ['Last alert check', instant(format, alerts.last_check_at)],
              ['Listings with alerts', format.count(alerts.listings)],
              ['Not priced at the last check', format.count(alerts.unasked)],
              ['Alerts not delivered yet', format.count(alerts.waiting)],
              ['Oldest undelivered', alerts.oldest_at === null ? 'None' : instant(format, alerts.oldest_at)],
              ['Failed at least once', format.count(alerts.failed)],
            ],
    },
  ];
}

function instant(format: Format, iso: string | null): string {
  return iso === null ? 'Never' : format.time(iso, null, nowMs());
}
