import { externalValue } from '../ui/external-value.ts';

/** Whether a source of the server has failed since this page was opened: the client of the API notes it. */
export const sourceHasFailed = externalValue(false);
