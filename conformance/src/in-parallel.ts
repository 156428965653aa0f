/** Work that is done beside other work, and never too much of it at a time. */

/** Runs a piece of work as soon as there is room for it. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many pieces of work run at a time, in the order in which they come. */
export function limitTo(concurrency: number): Limiter {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

/**
 * Works on items in their order, all at a time or so many. An error is thrown when everything has ended.
 */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  concurrency = Infinity,
): Promise<void> {
  const limited = limitTo(concurrency);
  const results = await Promise.allSettled(items.map((item) => limited(() => work(item))));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
