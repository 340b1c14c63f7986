import { err, ok, type Result } from '#compute';
import type { AuthOutcome } from '../session/session.ts';
import type { AccountFailure } from './account-api.ts';

/**
 * How far a deletion came. `data`: nothing is deleted, unless the server did it and its answer was lost. `identity`: the data is,
 * and the sign-in is not. Either can be tried again.
 */
export type DeletionFailure =
  | { readonly at: 'confirmation'; readonly error: unknown }
  | { readonly at: 'data'; readonly failure: AccountFailure }
  | { readonly at: 'identity'; readonly error: unknown };

export interface DeletionSteps {
  readonly reauthenticate: () => Promise<AuthOutcome>;
  readonly deleteData: () => Promise<Result<void, AccountFailure>>;
  /** Nothing may be sent to an account whose data is gone. */
  readonly stopSync: () => void;
  readonly deleteIdentity: () => Promise<AuthOutcome>;
  readonly removeLocalData: () => void;
}

/**
 * Deletes an account: who asks is confirmed first, then the data goes, then the identity, without which nobody could delete the
 * data any more, then what this browser holds. Every step may be repeated, so that what was interrupted can be finished.
 */
export async function deleteAccount(steps: DeletionSteps): Promise<Result<void, DeletionFailure>> {
  const confirmed = await steps.reauthenticate();
  if (!confirmed.ok) return err({ at: 'confirmation', error: confirmed.error });
  const emptied = await steps.deleteData();
  if (!emptied.ok) return err({ at: 'data', failure: emptied.error });
  steps.stopSync();
  const gone = await steps.deleteIdentity();
  if (!gone.ok) return err({ at: 'identity', error: gone.error });
  steps.removeLocalData();
  return ok(undefined);
}
