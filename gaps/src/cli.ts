/** `openapi-gaps` as a process. */
import { run } from "./commands.ts";

// What is printed is the result, so that a full disk is no success. Nobody has to read all of it.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.exitCode = 2;
  console.error(`✗ The result cannot be written: ${message}.`);
});

run(process.argv.slice(2));
