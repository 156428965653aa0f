/** The drivers: one small program for each language, which makes the calls that it is sent. */
import { join } from "node:path";
import type { Driver } from "./driver.ts";

const pythonSource = join(import.meta.dirname, "../python/src");
const drivers = join(import.meta.dirname, "drivers");

export const typescript: Driver = {
  name: "TypeScript",
  command: process.execPath,
  args: [join(drivers, "typescript.ts")],
};

export const command: Driver = {
  name: "Command line",
  command: process.execPath,
  args: [join(drivers, "command.ts")],
};

/**
 * @param kind the client for threads, or the one for coroutines
 * @param interpreter a Python that has httpx
 */
export function python(kind: "sync" | "async", interpreter: string): Driver {
  return {
    name: `Python, ${kind}`,
    command: interpreter,
    args: [join(drivers, "python.py"), kind],
    env: { PYTHONPATH: pythonSource, PYTHONDONTWRITEBYTECODE: "1" },
  };
}

/** @param binary the driver, compiled */
export function go(binary: string): Driver {
  return { name: "Go", command: binary, args: [] };
}
