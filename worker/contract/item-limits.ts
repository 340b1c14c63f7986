/** Apart from the schemas, so that a page that only needs a limit does without their library. */
export const MAX_HOLDINGS = 50;
