/**
 * Timers and time of this process, as they are when this module loads. A test may put others in their place later
 * (`vi.useFakeTimers()`), and then only the code under test should wait for them.
 */
export const { setTimeout, clearTimeout, setImmediate } = globalThis;

/** Milliseconds since 1970. */
export const realTimeMs = Date.now;

/** Milliseconds since the process began; never goes back. */
export const monotonicMs = performance.now.bind(performance);
