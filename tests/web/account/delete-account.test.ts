import { err, ok } from '#compute';
import { expect, test } from 'vitest';
import { deleteAccount, type DeletionSteps } from '../../../web/shared/account/delete-account.ts';

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

test('who asks is confirmed, then the data goes, then the identity, then what this browser holds', async () => {
  const { ran, deleted } = steps();
  expect(await deleted).toEqual(ok(undefined));
  expect(ran).toEqual(['reauthenticate', 'deleteData', 'stopSync', 'deleteIdentity', 'removeLocalData']);
});

test('a wrong password deletes nothing', async () => {
  const { ran, deleted } = steps({ reauthenticate: async () => ({ ok: false, error: 'wrong' }) });
  expect(await deleted).toEqual(err({ at: 'confirmation', error: 'wrong' }));
  expect(ran).toEqual(['reauthenticate']);
});

test('data that cannot be deleted keeps the identity, by which it can be later', async () => {
  const { ran, deleted } = steps({ deleteData: async () => err({ reason: 'unreachable' }) });
  expect(await deleted).toMatchObject(err({ at: 'data' }));
  expect(ran).toEqual(['reauthenticate', 'deleteData']);
});

test('an identity that cannot be deleted keeps what this browser holds, and says what is left to do', async () => {
  const { ran, deleted } = steps({ deleteIdentity: async () => ({ ok: false, error: 'offline' }) });
  expect(await deleted).toEqual(err({ at: 'identity', error: 'offline' }));
  expect(ran).not.toContain('removeLocalData');
});
