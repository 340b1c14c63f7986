import { beforeEach, describe, expect, it } from 'vitest';
import { localStatsAtom, recordAnalysisAtom, statsKey } from '#web/shared/user/local-stats.ts';
import { memoryStorage, signInAs, userStore } from '#support/web/user-store.ts';

const EMAIL = 'ada@example.com';
const EMPTY = { predictions: 0, stocksTracked: [], correctPredictions: 0 };

let storage = memoryStorage();
beforeEach(() => void (storage = memoryStorage()));

/** A page of the user with this email. */
function open(email: string) {
  const store = userStore(storage);
  signInAs(store, 'ada', email);
  return store;
}

function record(ticker: string, drawn: number, email = EMAIL) {
  open(email).set(recordAnalysisAtom, ticker, () => drawn);
}

const readLocalStats = (email: string) => open(email).get(localStatsAtom);

describe('recordAnalysis', () => {
  it('counts each analysis, and each ticker once', () => {
    record('AAPL', 0.9);
    record('NVDA', 0.9);
    record('AAPL', 0.9);
    expect(readLocalStats(EMAIL)).toEqual({
      predictions: 3,
      stocksTracked: ['AAPL', 'NVDA'],
      correctPredictions: 0,
    });
  });

  it('counts a correct prediction for a draw below 0.7, and none from 0.7 on', () => {
    record('AAPL', 0);
    record('AAPL', 0.699_999);
    expect(readLocalStats(EMAIL).correctPredictions).toBe(2);
    record('AAPL', 0.7);
    record('AAPL', 0.999_999);
    expect(readLocalStats(EMAIL).correctPredictions).toBe(2);
  });
});

describe('readLocalStats', () => {
  it.each(['', '{', 'null', '7', '"text"', '[]'])('I16 reads %j as no statistics', (stored) => {
    storage.setItem(statsKey(EMAIL), stored);
    expect(readLocalStats(EMAIL)).toEqual(EMPTY);
  });

  it('reads bad fields as zero or empty and keeps the good ones', () => {
    const stored = { predictions: 4, stocksTracked: ['AAPL', 5, null], correctPredictions: -1 };
    storage.setItem(statsKey(EMAIL), JSON.stringify(stored));
    expect(readLocalStats(EMAIL)).toEqual({
      predictions: 4,
      stocksTracked: ['AAPL'],
      correctPredictions: 0,
    });
  });

  it('never reads more correct predictions than predictions', () => {
    storage.setItem(statsKey(EMAIL), JSON.stringify({ predictions: 2, correctPredictions: 9 }));
    expect(readLocalStats(EMAIL).correctPredictions).toBe(2);
  });

  it.each([' Ada@Example.COM', 'ada@example.com'])('counts for %j as for the same user', (email) => {
    record('AAPL', 0);
    expect(readLocalStats(email).predictions).toBe(1);
  });

  it.each(['__proto__', 'constructor', 'a"b\\c@x', '../x@y', '😀@example.com'])(
    'I16 treats the email %j as any other',
    (email) => {
      record('AAPL', 0, email);
      expect(readLocalStats(email).predictions).toBe(1);
      expect(readLocalStats(EMAIL)).toEqual(EMPTY);
      expect(Object.hasOwn(Object.prototype, 'predictions')).toBe(false);
    },
  );
});

it('two tabs that count at the same time lose nothing', () => {
  const [first, second] = [open(EMAIL), open(EMAIL)];
  for (const store of [first, second]) expect(store.get(localStatsAtom).predictions).toBe(0);
  for (const store of [first, second]) store.set(recordAnalysisAtom, 'AAPL', () => 1);
  expect(readLocalStats(EMAIL).predictions).toBe(2);
});
