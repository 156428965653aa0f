/** Timers hold 31 bits. A longer time, as large as it is, would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Waits unless the signal is aborted, and then rejects at once with the signal's reason. Leaves no timer and no listener behind. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
