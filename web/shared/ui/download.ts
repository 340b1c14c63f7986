/** Hands a text to the browser as a file; `type` is its MIME type. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the memory may go once it has read the text.
  setTimeout(() => URL.revokeObjectURL(url));
}
