/** Hands content to the browser as a file; `type` is its MIME type. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the memory may go once it has read the content.
  setTimeout(() => URL.revokeObjectURL(url));
}
