/** One picture of several canvases of the same width, one below the other; `null` without any. */
export function joinCanvases(parts: readonly HTMLCanvasElement[]): HTMLCanvasElement | null {
  const joined = document.createElement('canvas');
  joined.width = Math.max(0, ...parts.map(({ width }) => width));
  joined.height = parts.reduce((sum, { height }) => sum + height, 0);
  const ctx = joined.getContext('2d');
  if (parts.length === 0 || ctx === null) return null;
  let top = 0;
  for (const part of parts) {
    ctx.drawImage(part, 0, top);
    top += part.height;
  }
  return joined;
}
