export function focusHeading(options: FocusOptions = {}): void {
  const heading = document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}

/** As the `ref` of an element that may be removed while it has the focus, which would otherwise be lost. */
export function focusHeadingOnRemoval(element: HTMLElement | null) {
  return () => {
    if (element?.contains(document.activeElement)) focusHeading();
  };
}
