import type { HealthResponse } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getJson, valueOrThrow } from '../shared/api/client.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { nowMs } from '../shared/api/server-clock.ts';
import { SOURCE_NAME, type Format } from '#compute';
import { useFormat } from '../shared/format/use-format.ts';
import { Toast } from '../shared/ui/modal.tsx';

/** Shorter refusals are common and end by themselves. */
const LASTING_MS = 3_600_000;
const CHECK_INTERVAL_MS = 10 * 60_000;

/** Shown over any page once a live source has refused requests for an hour or more, with what the operator can do. */
export const RefusalNotice = withQueries(Notice);

function Notice() {
  const format = useFormat();
  const [isDismissed, setDismissed] = useState(false);
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => valueOrThrow(await getJson('/api/health', 'health', { signal })),
    refetchInterval: CHECK_INTERVAL_MS,
  });
  const text = data ? refusalText(format, data, nowMs()) : null;
  return (
    <Toast isOpen={text !== null && !isDismissed} onDismiss={() => setDismissed(true)}>
      {text}
    </Toast>
  );
}

/** Names a source that has refused for an hour or more, and since when; `null` if there is none. */
export function refusalText(format: Format, { providers }: HealthResponse, now: number): string | null {
  for (const { name, refused_since: since } of providers) {
    if (since === null || now - Date.parse(since) < LASTING_MS) continue;
    return `${SOURCE_NAME[name]} has refused this site’s requests since ${format.time(since, null, now)}. You’re seeing the last good prices, each labeled with its age. The site’s operator can add a second source.`;
  }
  return null;
}
