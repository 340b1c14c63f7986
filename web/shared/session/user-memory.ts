const callbacks = new Set<() => void>();

/** Registers a function that drops the user's data from memory, for modules that hold some longer than a page lives. */
export function whenUserLeaves(forget: () => void): void {
  callbacks.add(forget);
}

/** Drops all data of the user who signed out. */
export function forgetUser(): void {
  for (const forget of callbacks) forget();
}
