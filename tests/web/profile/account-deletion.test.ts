import { err, ok } from '#compute';
import { expect, test } from 'vitest';
import { deleteAccount, type DeletionSteps } from '../../../web/features/profile/account-deletion.tsx';

/** Steps that succeed unless given otherwise, and the order in which they ran. */
function steps(given: Partial<DeletionSteps> = {}) {
  const ran: string[] = [];
  const all: DeletionSteps = {
    reauthenticate: async () => ok(undefined),
    deleteData: async () => ok(undefined),
    stopSync: () => undefined,
    deleteIdentity: async () => ok(undefined),
    removeLocalData: () => undefined,
    ...given,
  };
  const noted = Object.fromEntries(
    Object.entries(all).map(([name, step]) => [
      name,
      () => {
        ran.push(name);
        return (step as () => unknown)();
      },
    ]),
  ) as unknown as DeletionSteps;
  return { ran, deleted: deleteAccount(noted) };
}

test('a deletion confirms the user, then deletes the data, the identity, and what this browser holds', async () => {
  const { ran, deleted } = steps();
  expect(await deleted).toEqual(ok(undefined));
  expect(ran).toEqual(['reauthenticate', 'deleteData', 'stopSync', 'deleteIdentity', 'removeLocalData']);
});

test('a wrong password deletes nothing', async () => {
  const { ran, deleted } = steps({ reauthenticate: async () => ({ ok: false, error: 'wrong' }) });
  expect(await deleted).toEqual(err({ at: 'confirmation', error: 'wrong' }));
  expect(ran).toEqual(['reauthenticate']);
});

test('where the data cannot be deleted the identity stays, so that it can be deleted later', async () => {
  const { ran, deleted } = steps({ deleteData: async () => err({ reason: 'unreachable' }) });
  expect(await deleted).toMatchObject(err({ at: 'data' }));
  expect(ran).toEqual(['reauthenticate', 'deleteData']);
});

test('where the identity cannot be deleted the browser’s data stays, and the failure says so', async () => {
  const { ran, deleted } = steps({ deleteIdentity: async () => ({ ok: false, error: 'offline' }) });
  expect(await deleted).toEqual(err({ at: 'identity', error: 'offline' }));
  expect(ran).not.toContain('removeLocalData');
});
