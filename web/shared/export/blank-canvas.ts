/** An empty canvas of a size in CSS pixels, with `ratio` pixels of its own for each, and the means to draw on it. */
export function blankCanvas(widthPx: number, heightPx: number, ratio: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(widthPx * ratio);
  canvas.height = Math.round(heightPx * ratio);
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('The browser gives no canvas to draw on.');
  ctx.scale(ratio, ratio);
  return { canvas, ctx };
}
