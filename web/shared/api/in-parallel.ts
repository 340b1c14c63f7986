/** Browsers send at most six requests at a time to one server over HTTP/1.1. */
const MOST_AT_ONCE = 6;

/** The results of a job on each item, in the items' order. At most six jobs run at a time. */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  job: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items].entries();
  const workOn = async () => {
    for (const [i, item] of waiting) results[i] = await job(item);
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, workOn));
  return results;
}
