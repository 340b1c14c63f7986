import { err, type Result } from '#compute';
import type { AdminStatus } from '#worker/contract';
import { getJson, type ApiFailure } from '../../shared/api/client.ts';
import { apiUrl } from '../../shared/api/listing-urls.ts';

/** How the installation is, for whom the server takes for an operator by `token`. */
export async function fetchAdminStatus(
  token: string | null,
  signal: AbortSignal,
): Promise<Result<AdminStatus, ApiFailure>> {
  if (token === null) return err({ reason: 'unreachable', cause: 'no ID token' });
  return getJson(apiUrl(['admin', 'status']), 'admin', { signal, token });
}
