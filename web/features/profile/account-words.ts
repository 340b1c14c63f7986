import { formatLocalDate } from '../../shared/format/dates.ts';

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  password: 'Email/Password',
};

/** The provider in words: Google, Email/Password, or the raw id of any other. */
export function providerName(providerId: string | null): string {
  if (providerId === null) return 'Unknown';
  return Object.hasOwn(PROVIDER_NAMES, providerId) ? (PROVIDER_NAMES[providerId] ?? providerId) : providerId;
}

/** The day an account was made, in the reader's own calendar; "Unknown" when the provider does not say. */
export function memberSince(creationTime: string | null): string {
  const instant = Date.parse(creationTime ?? '');
  if (Number.isNaN(instant)) return 'Unknown';
  return formatLocalDate(instant, 'long');
}
