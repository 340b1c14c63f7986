import { err, ok, type Result } from '#compute';
import type { RecordResponse } from '#worker/contract';
import { expect, test, vi } from 'vitest';
import type { ApiFailure } from '../../../web/shared/api/client.ts';
import { createStore } from '../../../web/shared/state/store.ts';
import { createRecordState, type RecordDoors } from '../../../web/features/record/state.ts';
import { emptyRecord } from './records.ts';

type Answer = Result<RecordResponse, ApiFailure>;

function setup(doors: Partial<RecordDoors> = {}) {
  const store = createStore();
  const state = createRecordState(store, {
    fetchRecord: async () => ok(emptyRecord),
    fetchRecordCsv: async () => ok('csv'),
    recompute: async () => ok({ rows: 0, brokenLinks: [], head: '', figures: 0, differences: [] }),
    ...doors,
  });
  return {
    ...state,
    load: state.load,
    shown: () => store.get(state.loadAtom),
    result: () => store.get(state.recomputationAtom),
  };
}

const ALL = { ledger: null, ticker: null };

test('a record is loading, then ready', async () => {
  const { load, shown } = setup();
  const loading = load(ALL);
  expect(shown()).toEqual({ status: 'loading', record: null });
  await loading;
  expect(shown()).toEqual({ status: 'ready', record: emptyRecord });
});

test('while another part loads the last one stays, and a late answer is dropped', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const fetchRecord = vi.fn<RecordDoors['fetchRecord']>(
    () => new Promise((resolve) => answers.push(resolve)),
  );
  const { load, shown } = setup({ fetchRecord });
  const first = load(ALL);
  const second = load({ ...ALL, ticker: 'SPY' });
  expect(fetchRecord.mock.calls[0]?.[1].aborted).toBe(true);
  answers[1]?.(ok({ ...emptyRecord, forecasts: 2 }));
  await second;
  answers[0]?.(ok({ ...emptyRecord, forecasts: 1 }));
  await first;
  expect(shown()).toMatchObject({ status: 'ready', record: { forecasts: 2 } });
  void load(ALL);
  expect(shown()).toMatchObject({ status: 'loading', record: { forecasts: 2 } });
});

test('a failure says the server’s sentence, or why there is none', async () => {
  const refusal: ApiFailure = {
    reason: 'refused',
    status: 404,
    message: 'There is no data for ZZ at the moment.',
    code: 'no_data',
    retryAfterSeconds: null,
  };
  const refused = setup({ fetchRecord: async () => err(refusal) });
  await refused.load(ALL);
  const failed = { status: 'failed', message: 'There is no data for ZZ at the moment.' };
  expect(refused.shown()).toEqual({ ...failed, isRetrying: false });
  const retrying = refused.load(ALL);
  expect(refused.shown()).toEqual({ ...failed, isRetrying: true });
  await retrying;
  expect(refused.shown()).toEqual({ ...failed, isRetrying: false });
  const offline = setup({ fetchRecord: async () => err({ reason: 'unreachable', cause: '' }) });
  await offline.load(ALL);
  expect(offline.shown()).toMatchObject({ message: expect.stringContaining('connection') });
});

test('recomputing asks for the rows of what is shown and runs once at a time', async () => {
  const fetchRecordCsv = vi.fn<RecordDoors['fetchRecordCsv']>(async () => ok('rows'));
  const recompute = vi.fn<RecordDoors['recompute']>(async () =>
    ok({ rows: 7, brokenLinks: [], head: 'ab', figures: 9, differences: [] }),
  );
  const record = { ...emptyRecord, as_of: '2026-11-17T22:00:00.000Z' };
  const state = setup({ fetchRecord: async () => ok(record), fetchRecordCsv, recompute });
  await state.load({ ledger: 'replay', ticker: 'SPY' });
  await Promise.all([state.recompute(), state.recompute()]);
  expect(fetchRecordCsv).toHaveBeenCalledOnce();
  expect(fetchRecordCsv.mock.calls[0]?.slice(0, 2)).toEqual([
    { ledger: 'replay', ticker: 'SPY' },
    '2026-11-17T22:00:00.000Z',
  ]);
  expect(recompute).toHaveBeenCalledWith({
    csv: 'rows',
    shown: { as_of: record.as_of, horizons: [] },
    ticker: 'SPY',
  });
  expect(state.result()).toMatchObject({ status: 'done', result: { rows: 7 } });
});

test('rows that cannot be had or read are said to be', async () => {
  const unreachable = setup({ fetchRecordCsv: async () => err({ reason: 'unreachable' }) });
  await unreachable.load(ALL);
  await unreachable.recompute();
  expect(unreachable.result()).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('connection'),
  });
  const unreadable = setup({ recompute: async () => err({ reason: 'unreadable' }) });
  await unreadable.load(ALL);
  await unreadable.recompute();
  expect(unreadable.result()).toMatchObject({ status: 'failed', message: expect.stringContaining('form') });
});

test('a result is gone when another part of the record is shown', async () => {
  const state = setup();
  await state.load(ALL);
  await state.recompute();
  expect(state.result().status).toBe('done');
  await state.load({ ...ALL, ticker: 'SPY' });
  expect(state.result().status).toBe('idle');
});
