import { parseTicker } from '#compute';
import type { Ticker } from '#compute';
import * as v from 'valibot';

/** Turns a text into the ticker that it is, as `parseTicker` does; anything else is an issue. */
export const toTicker: v.RawTransformAction<string, Ticker> = v.rawTransform(
  ({ dataset, addIssue, NEVER }) => {
    const parsed = parseTicker(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue();
    return NEVER;
  },
);
