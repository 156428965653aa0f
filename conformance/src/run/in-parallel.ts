/**
 * Works on items, so many at a time, in their order. An error is thrown when everything that was
 * begun has ended.
 */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  const workers = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const ended of workers) if (ended.status === "rejected") throw ended.reason;
}
