import { useSettings } from '../user-data/settings-provider.tsx';
import { formatFor, type Format } from './format.ts';

/** The formatters of the region and clock that the reader chose. Changes, and renders, when the choice does. */
export function useFormat(): Format {
  return formatFor(useSettings());
}
