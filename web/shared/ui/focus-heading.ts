/** Gives the focus to the heading of the page, from where the reader goes on. */
export function focusHeading(options: FocusOptions = {}): void {
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}
