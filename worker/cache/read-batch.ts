import { err, ok } from '#compute';
import type { Result } from '#compute';
import type { ServiceError } from '../errors.ts';
import type { Cached } from './cached.ts';
import type { ReadThrough } from './read-through.ts';

/**
 * Records that one batch reads beyond memory. A Worker of the free plan may have six connections open and make fifty
 * requests of its own, and a record costs at most seven of those: one of KV, two attempts at each of two spellings, a
 * second source, one write. A stored history also costs about a millisecond to decode, of ten.
 */
export const READS_PER_BATCH = 6;

/** Several records of one kind, in the order asked for. */
export interface Batch<T> {
  /** `null`: not in memory, and left for the next batch. */
  readonly records: readonly (Result<Cached<T>, ServiceError> | null)[];
  /** How many of them are due for a read still: asking again brings them nearer. 0 also while their source fails. */
  readonly dueCount: number;
}

/**
 * Reads many records at once: what is fresh from memory, and of the others the {@link READS_PER_BATCH} that are worst
 * off, those unknown before the oldest copies. A stale copy is answered while its refresh runs behind the answer.
 */
export async function readBatch<T, S extends string>(
  cache: Pick<ReadThrough<T>, 'glance'>,
  subjects: readonly S[],
  read: (subject: S) => Promise<Result<Cached<T>, ServiceError>>,
): Promise<Batch<T>> {
  const chosen = subjects
    .map((subject) => ({ subject, ...cache.glance(subject) }))
    .filter(({ isDue }) => isDue)
    .toSorted((a, b) => (a.copy?.fetchedAtSeconds ?? 0) - (b.copy?.fetchedAtSeconds ?? 0))
    .slice(0, READS_PER_BATCH);
  const outcomes = new Map(
    await Promise.all(chosen.map(async ({ subject }) => [subject, await read(subject)] as const)),
  );
  const glances = subjects.map((subject) => cache.glance(subject));
  return {
    records: subjects.map((subject, index) => {
      const outcome = outcomes.get(subject);
      const { copy = null, failure = null } = glances[index] ?? {};
      return outcome ?? (copy === null ? failure && err(failure) : ok(copy));
    }),
    dueCount: glances.filter(({ isDue }) => isDue).length,
  };
}
