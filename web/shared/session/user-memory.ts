const forgetters = new Set<() => void>();

/** Registers what drops a user's data from memory. For modules that keep some beyond the life of a page. */
export function whenUserLeaves(forget: () => void): void {
  forgetters.add(forget);
}

/** Drops what was kept for the user who left. */
export function forgetUser(): void {
  for (const forget of forgetters) forget();
}
