import { describe, expect, it } from 'vitest';
import { readDestination } from '#web/features/auth/destination.ts';

it('readDestination returns a remembered path with its query and hash', () => {
  expect(readDestination({ returnTo: '/prediction?ticker=NVDA&days=14#record' })).toBe(
    '/prediction?ticker=NVDA&days=14#record',
  );
});

describe('I17 readDestination falls back to /prediction for', () => {
  it.each([
    ['nothing', null],
    ['a state of another kind', 'prediction'],
    ['a place that is not text', { returnTo: 7 }],
    ['an empty place', { returnTo: '' }],
    ['a relative path', { returnTo: 'profile' }],
    ['another origin', { returnTo: 'https://evil.example/' }],
    ['a protocol-relative address', { returnTo: '//evil.example' }],
    ['a backslash in place of the second slash', { returnTo: '/\\evil.example' }],
    ['a tab that a browser would drop', { returnTo: '/\t/evil.example' }],
    ['a line break', { returnTo: '/\n/evil.example' }],
    ['a script address', { returnTo: 'javascript:alert(1)' }],
    ['the login page', { returnTo: '/login' }],
    ['the login page with a query', { returnTo: '/login?again=1' }],
    ['the register page with a trailing slash', { returnTo: '/register/' }],
    ['the reset page in capitals', { returnTo: '/FORGOT-PASSWORD' }],
  ])('%s', (_what, state) => {
    expect(readDestination(state)).toBe('/prediction');
  });
});

it.each(['/', '/profile', '/login-help', '/about#sample-market'])('readDestination accepts %s', (place) => {
  expect(readDestination({ returnTo: place })).toBe(place);
});
