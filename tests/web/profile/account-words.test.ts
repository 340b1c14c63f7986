import { expect, it } from 'vitest';
import { memberSince, providerName } from '../../../web/features/profile/profile-page.tsx';
import { formatFor } from '../../../web/shared/format/format.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

it.each([
  ['google.com', 'Google'],
  ['password', 'Email/Password'],
  ['github.com', 'github.com'],
  ['constructor', 'constructor'],
  [null, 'Unknown'],
])('the provider %j reads %s', (providerId, name) => {
  expect(providerName(providerId)).toBe(name);
});

it.each([
  ['Tue, 05 Mar 2024 12:00:00 GMT', 'March 5, 2024'],
  [null, 'Unknown'],
  ['yesterday', 'Unknown'],
])('the creation time %j reads %s', (creationTime, day) => {
  expect(memberSince(US, creationTime)).toBe(day);
});
