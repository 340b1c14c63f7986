/** An expected outcome: a value, or a tagged reason why there is none. Plain data, so it survives `postMessage`. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Wraps a value as the successful outcome. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** Wraps a tagged reason as the unsuccessful outcome. */
export function err<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
