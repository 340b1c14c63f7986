import { beforeEach, expect, it } from 'vitest';
import { hasStoredSession } from '../../../web/shared/session/session-provider.tsx';

const AREAS = [() => localStorage, () => sessionStorage];

function refusing(): Storage {
  throw new DOMException('refused', 'SecurityError');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('an empty browser holds no session', () => {
  expect(hasStoredSession('key', AREAS)).toBe(false);
});

it.each([
  ['local', () => localStorage],
  ['session', () => sessionStorage],
] as const)('a record in %s storage is a session', (_name, area) => {
  area().setItem('firebase:authUser:key:[DEFAULT]', '{}');
  expect(hasStoredSession('key', AREAS)).toBe(true);
  expect(hasStoredSession('other-key', AREAS)).toBe(false);
});

it('storage that refuses access holds no session, and the next area is still asked', () => {
  expect(hasStoredSession('key', [refusing])).toBe(false);
  localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{}');
  expect(hasStoredSession('key', [refusing, () => localStorage])).toBe(true);
});
