/** The driver of the command line: each row is one run of the command, all of them in this process. */
import { Readable } from "node:stream";
import type { ErrorReport } from "../../command/src/errors.ts";
import { run } from "../../command/src/run.ts";
import type { Surroundings } from "../../command/src/process-io.ts";
import type { DriverInput } from "../drivers.ts";
import { serveRows } from "./rows.ts";

serveRows(call);

const words: Record<DriverInput["op"], string[]> = {
  read: ["hp", "get", "job-1"],
  wait: ["hp", "get", "job-1", "--wait", "--interval", "50ms"],
  create: ["hp", "create", "--file", "-", "--yes", "--no-receipts"],
  save: ["hp", "get", "job-1", "--download"],
  lipsync: ["lipsync", "create", "--file", "-", "--yes", "--no-receipts"],
};

async function call(
  { op, base, token, body, folder, ...limits }: DriverInput,
  signal: AbortSignal,
) {
  const flags = [
    // One line as it came; a wait would write one for each poll, a save for each file.
    ...["--format", op === "wait" || op === "save" ? "json" : "jsonl"],
    ...["--base-url", base, "--verbose"],
    ...["--timeout", `${limits.timeout}s`],
    ...(limits.deadline === null ? [] : ["--deadline", `${limits.deadline}s`]),
    ...(op === "wait" ? ["--max-wait", `${limits.maxWait}s`] : []),
  ];
  let output = "";
  let messages = "";
  const surroundings: Surroundings = {
    env: { VIDEO_GENERATION_TOKEN: token },
    canAsk: false,
    isTerminal: false,
    signal,
    input: () => Readable.from([Buffer.from(JSON.stringify(body))]),
    write: (text) => {
      output += text;
      return Promise.resolve();
    },
    notify: (text) => {
      messages += text;
      process.stderr.write(text);
    },
    ask: () => Promise.resolve(undefined),
  };
  const exitCode = await run([...words[op], ...(folder ? [folder] : []), ...flags], surroundings);
  if (exitCode === 0 && op === "save") return { ok: true };
  if (exitCode === 0)
    return { ok: true, value: JSON.parse(output) as unknown, text: output.trimEnd() };
  const report = messages.trim().split("\n").at(-1)!;
  if (!report.startsWith("{")) return { ok: false, error: "no report", message: messages };
  const { retryAfterMs, ...error } = JSON.parse(report) as ErrorReport;
  const retryAfter = retryAfterMs === undefined ? null : retryAfterMs / 1000;
  // The body as it came, at the end of the report.
  const { body: said } = error;
  const [, text = typeof said === "string" && said] =
    /"body":([{[].*[}\]])(?:,"mayHaveStarted":true)?\}$/.exec(report) ?? [];
  if (op === "save") error.error = "SaveError";
  // What is missing is told line by line before.
  const message = op === "save" ? messages : error.message;
  return { ok: false, ...error, message, retryAfter, ...(text && { text }) };
}
