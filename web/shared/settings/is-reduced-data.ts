/** Whether the reader wants little traffic: no images, no loading ahead, no refresh by itself but to check alerts. */
export function isReducedData(): boolean {
  return document.documentElement.dataset['traffic'] === 'reduced';
}
