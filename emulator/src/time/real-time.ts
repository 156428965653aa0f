/**
 * Timers and time of this process, as they are when this module loads. A test may put others in their place
 * (`vi.useFakeTimers()`), and then only the code under test should wait for them. It may have done so before: in the modules of Node
 * they stay as they are.
 */
export const { setTimeout, clearTimeout, setImmediate } = process.getBuiltinModule("node:timers");
const { performance } = process.getBuiltinModule("node:perf_hooks");

/** Milliseconds since 1970. */
export const realTimeMs = Date.now;

/** Milliseconds since the process began; never goes back. */
export const monotonicMs = performance.now.bind(performance);
