export function chunksOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Does some work on items in their order, `atOnce` at a time, until `isOver` says so of what has just been done. */
export async function inWaves<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  isOver: (wave: readonly R[]) => boolean = () => false,
): Promise<readonly R[]> {
  const done: R[] = [];
  for (const some of chunksOf(items, atOnce)) {
    const wave = await Promise.all(some.map(work));
    done.push(...wave);
    if (isOver(wave)) break;
  }
  return done;
}
