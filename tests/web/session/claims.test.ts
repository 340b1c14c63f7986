import { describe, expect, it } from 'vitest';
import { isAdmin, parseAdminEmails } from '../../../web/shared/session/claims.ts';

describe('isAdmin', () => {
  it('is true for the claim true, and for nothing that merely resembles it', () => {
    expect(isAdmin({ admin: true }, null, [])).toBe(true);
    for (const admin of ['true', 1, {}, false, null, undefined])
      expect(isAdmin({ admin }, null, [])).toBe(false);
  });

  it('is true for a listed email in any case', () => {
    const listed = parseAdminEmails(' Boss@Example.com , second@example.com,');
    expect(listed).toEqual(['boss@example.com', 'second@example.com']);
    expect(isAdmin({}, 'BOSS@example.COM', listed)).toBe(true);
    expect(isAdmin({}, 'other@example.com', listed)).toBe(false);
  });

  it('is false without an email when only emails are listed, and an empty list lists nobody', () => {
    expect(isAdmin({}, null, ['boss@example.com'])).toBe(false);
    expect(parseAdminEmails(undefined)).toEqual([]);
    expect(isAdmin({}, '', parseAdminEmails(''))).toBe(false);
  });
});
