/**
 * Expressions that a document has in `pattern` and `patternProperties`. Some take years for a text of forty characters
 * (`^([a-z]+\s?)*$`), so that a document, or a recording of it, could stop a command for ever.
 */
import { createContext, runInContext } from "node:vm";

/** An honest one takes microseconds. */
const maxMilliseconds = 200;

/** A repeated group in which something repeats or may be one of several doubles the steps with each character. */
const repeatedGroup = /[*+|}][^()*+|}]*\)+[*+{]/;

const repeats = /[*+]|\{\d*,\d*\}/g;

/** More steps than that are counted in time. A thread that watches costs more than fewer do. */
const maxSteps = 1e6;

/** How many steps a text of some length may take, at most. */
function stepsOf(source: string): (length: number) => number {
  if (repeatedGroup.test(source)) return (length) => 2 ** length;
  // Without an anchor, it is looked for from each character on.
  const count = (source.match(repeats)?.length ?? 0) + Number(!source.startsWith("^"));
  return (length) => length ** Math.max(1, count);
}

/** Some documents hold expressions that only the old syntax of JavaScript takes. @throws for one that nothing takes */
function toRegExp(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}

export class BoundedPatterns {
  /** Those that took too long. From then on, they refuse nothing. */
  readonly slow: Set<string> = new Set();
  /** The one that is looked for at the moment. */
  #running: { source: string; since: number } | undefined;
  #isWatched = false;
  readonly #context = createContext({ task: () => {} });

  /** As Ajv asks for expressions. */
  readonly compile = (
    source: string,
    flags: string,
  ): { test: (text: string) => boolean; toString: () => string } => {
    const expression = toRegExp(source, flags);
    const steps = stepsOf(source);
    return {
      // Ajv tells expressions apart by it.
      toString: () => String(expression),
      test: (text) => {
        if (steps(text.length) < maxSteps) return expression.test(text);
        if (this.slow.has(source)) return true;
        if (!this.#isWatched) throw needsWatch;
        this.#running = { source, since: performance.now() };
        const isFound = expression.test(text);
        this.#running = undefined;
        return isFound;
      },
    };
  };

  /** Does something that looks for expressions, and does it again where one may take or takes too long. */
  run<Result>(task: () => Result): Result {
    try {
      return task();
    } catch (error) {
      if (error !== needsWatch) throw error;
    }
    this.#isWatched = true;
    try {
      // A large body takes long without an expression that is to blame.
      for (let timeout = maxMilliseconds; ; timeout *= 2) {
        const result = this.#runWithin(timeout, task);
        if (result) return result.value;
      }
    } finally {
      this.#isWatched = false;
    }
  }

  /** @returns nothing where it took longer */
  #runWithin<Result>(timeout: number, task: () => Result): { value: Result } | undefined {
    try {
      this.#context["task"] = task;
      return { value: runInContext("task()", this.#context, { timeout }) as Result };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      const { source, since } = this.#running ?? { source: "", since: Infinity };
      if (performance.now() - since > maxMilliseconds / 2) this.slow.add(source);
      return undefined;
    }
  }
}

/** Is thrown where an expression has to be watched. */
const needsWatch = new Error("A pattern may take too long.");
