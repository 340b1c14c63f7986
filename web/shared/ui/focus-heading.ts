export function focusHeading(options: FocusOptions = {}): void {
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}
