import { describe, expect, it, vi } from 'vitest';
import { isAdmin, parseAdminEmailHashes } from '../../../web/shared/session/claims.ts';

vi.stubGlobal('isSecureContext', true);

describe('isAdmin', () => {
  it('is true for the claim true', async () => {
    expect(await isAdmin({ admin: true }, null, [])).toBe(true);
  });

  it.each(['true', 1, {}, false, null, undefined])('is false for the claim %j', async (admin) => {
    expect(await isAdmin({ admin }, null, [])).toBe(false);
  });

  it('is true for a listed email in any case', async () => {
    // printf boss@example.com | sha256sum
    const boss = 'f632a98a3d7ca8bd7da875d60ca13b111ec26bb38e91286bc5c05391f4bfca58';
    const listed = parseAdminEmailHashes(`${boss},${'0'.repeat(64)}`);
    expect(await isAdmin({}, 'BOSS@example.COM', listed)).toBe(true);
    expect(await isAdmin({}, 'other@example.com', listed)).toBe(false);
    expect(await isAdmin({}, null, listed)).toBe(false);
  });

  it('lists nobody by an empty setting', async () => {
    expect(await isAdmin({}, '', parseAdminEmailHashes(''))).toBe(false);
    expect(parseAdminEmailHashes(undefined)).toEqual([]);
  });
});
