import { cleanup, render, screen, within } from '@testing-library/react';
import { scoreLedger, type SettledForecast } from '#compute';
import type { LedgerResponse } from '#worker/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '#support/web/patience.ts';
import { ClaimStrip, MODEL_SCORES } from '#web/features/home/claim-strip.tsx';
import SPECIFIED_CLAIMS from '#web/features/home/specified-claims.json' with { type: 'json' };
import { emptySummary } from '../ledger/empty-summary.ts';
import documented from '../../../compute/README.md?raw';
import html from '../../../web/index.html?raw';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** A ledger of 60 seven-day forecasts, one a month. Every fifth outcome is outside the 80 % range. */
const measuredRecord: LedgerResponse = {
  ...emptySummary,
  horizons: scoreLedger(
    Array.from({ length: 60 }, (_, i) => {
      const outcome = i % 5 === 0 ? 103 : 101;
      return {
        ticker: 'SPY',
        base_date: new Date(Date.UTC(2024, i, 1)).toISOString().slice(0, 10),
        horizon_days: 7,
        base_close: 100,
        median: 100.2,
        low80: 98,
        high80: 102,
        low95: 96,
        high95: 104,
        probability_up: 0.5,
        probability_buy: 0.1,
        probability_sell: 0.1,
        model: 'm 1',
        outcome_date: new Date(Date.UTC(2024, i, 10)).toISOString().slice(0, 10),
        outcome_close: outcome,
        error_percent: outcome - 100.2,
        no_change_error_percent: outcome - 100,
      } as SettledForecast;
    }),
    '2024-01-01',
  ).map((scores) => Object.assign(scores, { verdict: 'As the intervals say.' })),
};

/** A build in measured mode with the given ledger response. */
function answerRecord(record: LedgerResponse): void {
  vi.stubEnv('VITE_CLAIMS', 'measured');
  vi.stubGlobal(
    'fetch',
    vi.fn<() => Promise<Response>>(async () => Response.json(record)),
  );
}

const NOT_MEASURED = 'Sample figure, not measured';

const FIGURES = {
  home: ['98% accuracy', '15K+ active users', '24/7 real-time data', 'Every minute data updates'],
  about: [
    '92% prediction accuracy',
    '500+ stocks',
    '10K+ daily predictions',
    '5K+ active users',
    'under 2 seconds analysis',
    '5-day forecasts with confidence intervals',
  ],
} as const;

describe.each(['home', 'about'] as const)('the figures of the %s page', (page) => {
  it('are the specified ones, each labelled visibly in the same tile and in its accessible name', () => {
    render(<ClaimStrip page={page} />);
    const strip = screen.getByRole('region', { name: 'Illustrative figures' });
    expect(within(strip).getAllByRole('group')).toHaveLength(FIGURES[page].length);
    for (const figure of FIGURES[page]) {
      const tile = within(strip).getByRole('group', { name: `${figure} ${NOT_MEASURED}` });
      expect(within(tile).getByText(NOT_MEASURED)).toBeTruthy();
    }
    expect(within(strip).getByRole('link').getAttribute('href')).toBe('/track-record');
  });

  it('come after the model’s scores, which state their evidence', () => {
    render(<ClaimStrip page={page} />);
    const [measured, sample] = screen.getAllByRole('region');
    expect(sample).toBe(screen.getByRole('region', { name: 'Illustrative figures' }));
    const scores = within(measured!).getAllByRole('group');
    expect(scores.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^79\.9% of outcomes fell inside the 80% range Measured on 45,106 past forecasts/,
      ),
      expect.stringMatching(
        /^94\.7% of outcomes fell inside the 95% range Measured on 45,106 past forecasts/,
      ),
    ]);
  });

  it.each(['', 'spec', 'Measured'])('are shown in a build whose setting is %j', (setting) => {
    vi.stubEnv('VITE_CLAIMS', setting);
    render(<ClaimStrip page={page} />);
    expect(screen.getByRole('region', { name: 'Illustrative figures' })).toBeTruthy();
  });

  it('are absent, with their heading, in measured mode while nothing has been measured', async () => {
    answerRecord({ ...emptySummary, forecasts: 12 });
    const { container } = render(<ClaimStrip page={page} />);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(container.innerHTML).toBe('');
  });

  it('are replaced in measured mode by the ledger’s figures with their evidence', async () => {
    answerRecord(measuredRecord);
    render(<ClaimStrip page={page} />);
    expect(await screen.findByRole('heading', { name: 'Measured figures' })).toBeTruthy();
    expect(
      screen.getByRole('group', {
        name: /^80\.0% of outcomes fell inside the 80% range Measured on 60 settled 7-day forecasts, Jan 1, 2024 to .*; 95% interval /,
      }),
    ).toBeTruthy();
    expect(screen.queryByText(NOT_MEASURED)).toBeNull();
  });

  it('are labelled in measured mode if the measured market is simulated', async () => {
    answerRecord({ ...measuredRecord, ledger: 'sample' });
    render(<ClaimStrip page={page} />);
    expect((await screen.findAllByText(/^Simulated market: measured on 60/)).length).toBe(2);
  });
});

/** The second figure of a row of compute's table. */
function sevenDays(row: string): string | undefined {
  return new RegExp(`^\\| ${row} \\|[^|]*\\| *([\\d.]+) `, 'm').exec(documented)?.[1];
}

it('the scores are the 7-day scores documented in compute', () => {
  const { forecasts, held80, held95 } = MODEL_SCORES;
  expect(sevenDays('forecasts')).toBe(String(forecasts));
  expect(sevenDays('coverage of the 80 % band, %')).toBe((100 * held80).toFixed(1));
  expect(sevenDays('coverage of the 95 % band, %')).toBe((100 * held95).toFixed(1));
});

it('the page’s description contains no marketing figure', () => {
  expect(html).toContain('name="description"');
  for (const { value } of [...SPECIFIED_CLAIMS.home, ...SPECIFIED_CLAIMS.about]) {
    expect(html).not.toContain(value);
  }
});
