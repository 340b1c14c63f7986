/** Whether single keys act, such as `/` and `?`. Those with Ctrl or ⌘ always do, and those of a chart that has the focus. */
export function areShortcutsOn(): boolean {
  return document.documentElement.dataset['shortcuts'] !== 'off';
}
