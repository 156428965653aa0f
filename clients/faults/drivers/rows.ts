/** Reads rows as lines of JSON, and reports what became of them. */
import { createInterface } from "node:readline";
import type { DriverCancel, DriverInput, DriverReport } from "../drivers.ts";

/** @param call makes the call of a row; never rejects */
export function serveRows(
  call: (input: DriverInput, signal: AbortSignal) => Promise<Omit<DriverReport, "id">>,
): void {
  const controllers = new Map<string, AbortController>();
  createInterface({ input: process.stdin }).on("line", (line) => {
    const input = JSON.parse(line) as DriverInput | DriverCancel;
    if ("cancel" in input) return controllers.get(input.cancel)?.abort();
    const controller = new AbortController();
    controllers.set(input.id, controller);
    void call(input, controller.signal).then((report) =>
      console.log(write({ id: input.id, ...report })),
    );
  });
}

/** Values may be nested too deep to be written; their text is there all the same. */
function write(report: DriverReport): string {
  try {
    return JSON.stringify(report);
  } catch {
    return JSON.stringify({ ...report, value: null, body: null });
  }
}
