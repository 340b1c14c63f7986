export function chunksOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The platform allows six open connections. */
const AT_ONCE = 6;

/** Does some work on items in their order, a few at a time, until `isOver` says so of what has just been done. */
export async function inWaves<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  isOver: (wave: readonly R[]) => boolean = () => false,
): Promise<readonly R[]> {
  const done: R[] = [];
  for (const some of chunksOf(items, AT_ONCE)) {
    const wave = await Promise.all(some.map(work));
    done.push(...wave);
    if (isOver(wave)) break;
  }
  return done;
}
