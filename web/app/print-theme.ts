import type { Theme } from '../shared/theme/theme-storage.ts';

/** Prints on white: the light theme for as long as the page is printed. Answers the function that ends it. */
export function lightOnPaper(): () => void {
  const root = document.documentElement;
  let onScreen: string | undefined;
  const before = () => {
    onScreen = root.dataset['theme'];
    root.dataset['theme'] = 'light' satisfies Theme;
  };
  const after = () => {
    if (onScreen !== undefined) root.dataset['theme'] = onScreen;
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
