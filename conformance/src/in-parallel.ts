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

/** Waits for all of them, and throws afterwards what one of them has thrown. */
export async function all(work: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work))
    if (result.status === "rejected") throw result.reason;
}
