import { expect, test } from 'vitest';
import { confirmedText, verdictText } from '#web/features/ledger/ledger-words.ts';
import { formatFor } from '#compute';
import { scores } from '../../compute/horizon-scores.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

test('a verdict uses the chosen formats', () => {
  expect(verdictText(US, 7, scores)).toBe(
    'Over 12,480 settled 7-day forecasts from Jan 2, 2025 to Nov 18, 2026, the 80% range held neither clearly more nor clearly less often than stated, and the median did neither clearly better nor clearly worse than “no change”.',
  );
});

test('the ledger’s figures follow the region', () => {
  const format = formatFor({ region: 'de', clock: 'exchange' });
  expect(format.shareTenths(-0.0001)).toBe('0,0%');
  expect(format.shareTenths(-0.012)).toBe('−1,2%');
});

test('says how many days were confirmed, and names those that were not', () => {
  const authorities = ['https://freetsa.org/tsr', 'http://localhost:8791/'];
  const days = ['2026-11-16', '2026-11-18', '2026-11-19', '2026-11-23'];
  const since = {
    first_session: '2026-11-16',
    timestamps: { last: '2026-11-23T17:40:02.000Z', days, authorities },
  };
  // At 16:00 the day that began at 17:30 on November 23 is not over, so it counts only because it is confirmed.
  expect(confirmedText(US, since, Date.UTC(2026, 10, 24, 16))).toBe(
    'Written before the outcome: 4 of 8 days confirmed by a time-stamping service, last Nov 23, 17:40 UTC. Without confirmation: Nov 17, 2026, Nov 20, 2026 to Nov 22, 2026. Confirmed by: freetsa.org, a test service on this computer, which proves nothing to others.',
  );
  expect(confirmedText(US, since, Date.UTC(2026, 10, 25, 18))).toContain('4 of 9 days confirmed');
  const all = {
    first_session: '2026-11-18',
    timestamps: {
      last: '2026-11-19T17:40:02.000Z',
      days: days.slice(1, 3),
      authorities: authorities.slice(0, 1),
    },
  };
  expect(confirmedText(US, all, Date.UTC(2026, 10, 20, 16))).toBe(
    'Written before the outcome: 2 of 2 days confirmed by a time-stamping service, last Nov 19, 17:40 UTC. Confirmed by: freetsa.org.',
  );
  expect(confirmedText(US, { ...all, timestamps: null }, Date.UTC(2026, 10, 20))).toBeNull();
});
