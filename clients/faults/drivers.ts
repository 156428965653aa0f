/** The drivers: one small program for each language, which makes the calls that it is told to. */
import { join } from "node:path";
import type { Driver } from "./driver.ts";

const folder = join(import.meta.dirname, "drivers");

export const typescript: Driver = {
  name: "TypeScript",
  command: process.execPath,
  args: [join(folder, "typescript.ts")],
};
