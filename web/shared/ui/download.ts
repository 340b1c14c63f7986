/** A browser may ask before it reads the content, or read it late (Safari). */
const READ_WITHIN_MS = 40_000;

/** Hands content to the browser as a file; `type` is its MIME type. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
