/** Carries out a command of the contract: asks, sends, waits, prints, saves. */
import { access, constants } from "node:fs/promises";
import { failureStatuses, finalStatuses, pendingStatuses } from "../../../generated/policy.ts";
import { redactor } from "../../redactor.ts";
import {
  type Call,
  type HpJob,
  RequestError,
  type WaitOptions,
} from "../../typescript/src/index.ts";
import {
  looksLikeFailure,
  makeFolder,
  SaveError,
  saveVideos,
  saysFailure,
} from "../../typescript/src/save.ts";
import { readCheckedBody } from "./body.ts";
import { connect, type Connection } from "./connect.ts";
import {
  codeOf,
  describeError,
  type ExitCode,
  exitCodes,
  CommandError,
  stopped,
  usageError,
} from "./errors.ts";
import { exactValue, printable, printResult, toJson } from "./print.ts";
import type { Invocation, OwnFlags } from "./program.ts";
import { keepReceipt, receiptsFile } from "./receipts.ts";
import { describeSize } from "./quantities.ts";
import type { Surroundings } from "./process-io.ts";
import { createProgress } from "./terminal.ts";

/** A job, and the text of the response that it came in. */
interface ReadJob {
  job: HpJob;
  text: string;
}

/** @throws {CommandError} and errors of the client */
export async function operate(
  invocation: Invocation,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { operation, flags, parameters } = invocation;
  const { isCreate } = operation;
  const isLines = flags.format === "jsonl";
  if (flags.schema) {
    const { inputSchemas } = await import("../../../generated/command/schemas.ts");
    await surroundings.write(`${toJson(inputSchemas[operation.operation], 2)}\n`);
    return exitCodes.done;
  }
  const body = isCreate ? await readCheckedBody(invocation, surroundings) : undefined;
  if (flags.dryRun) {
    await surroundings.write(`${toJson(body, 2)}\n`);
    const checked = flags.check ? "The body matches the contract. " : "";
    surroundings.notify(`${checked}Nothing was sent.\n`);
    return exitCodes.done;
  }
  const connection = await connect(flags, surroundings);
  const notify = (message: string) => surroundings.notify(`${message}\n`);
  if (isCreate) await confirm(invocation, connection, surroundings);
  if (flags.download !== undefined) await openFolder(flags.download);
  if (flags.wait && !isCreate) return await finish(parameters[0]!);

  const method = connection.client[operation.operation] as (...args: unknown[]) => Call<HpJob>;
  const args = [...parameters, ...(body ? [body] : [])];
  const send = async () => method(...args).withResponse();
  const file = isCreate ? receiptsFile(flags, surroundings.env) : undefined;
  const kept = keepReceipt(file, operation.operation, connection, notify, send);
  const { data, text } = await kept.catch((error) => {
    throw explain(error);
  });
  if (isCreate) return await tellReceipt(data.job_id, text);
  return await deliver({ job: data, text });

  /** Whatever becomes of the output: the identifier of a job that was started is reported. */
  async function tellReceipt(jobId: string, receipt: string): Promise<ExitCode> {
    const report = () => surroundings.notify(`${printable(`The job was created: ${jobId}`)}\n`);
    try {
      if (!flags.wait || isLines) await printResult(receipt, flags.format, surroundings);
    } catch (error) {
      report();
      // Not that the reader has gone: it has not seen the receipt.
      throw new CommandError("output", exitCodes.output, (error as Error).message);
    }
    if (!flags.wait) return exitCodes.done;
    report();
    return await finish(jobId);
  }

  async function finish(jobId: string): Promise<ExitCode> {
    return deliver(await waitFor(jobId, invocation, connection, surroundings));
  }

  async function deliver({ job, text }: ReadJob): Promise<ExitCode> {
    // A wait has printed its last poll as a line already.
    if (!flags.wait || !isLines)
      await printResult(text, flags.format, surroundings, operation.list);
    const redact = redactor(connection.token);
    for (const warning of warningsOf(job)) notify(redact(printable(`! ${warning}`)));
    if (flags.download === undefined) {
      // Without the owner's word a status only looks like a failure, and the job is there to be looked at.
      if (flags.wait && failureStatuses.includes(job.status)) throw failedJob(job, redact);
      return exitCodes.done;
    }
    return saveAll(job, flags.download, invocation, connection, surroundings);
  }
}

/** What the client refuses with a TypeError was called wrongly, and nothing was sent; or a receipt names no job that can be read. */
function explain(error: unknown, isReceipt = false): unknown {
  if (!(error instanceof TypeError)) return error;
  if (!isReceipt) return usageError(error.message);
  const message = `The job cannot be read: ${error.message}`;
  return new CommandError("invalid-response", exitCodes.unclear, message);
}

/** Before a job is started that could not be saved. */
export async function openFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw usageError(`The folder ${folder} cannot be written: ${codeOf(error)}. Nothing was sent.`);
  }
}

async function waitFor(
  jobId: string,
  { flags, operation }: Invocation,
  { client }: Connection,
  surroundings: Surroundings,
): Promise<ReadJob> {
  const progress = createProgress(surroundings);
  const startedAt = performance.now();
  let lastText = "";
  progress.show("asking for the job");
  try {
    const job = await client.waitForHpJob(jobId, {
      maxWaitMs: flags.maxWait,
      intervalMs: flags.interval,
      ...(flags.pending && untilNot(flags.pending)),
      onUpdate: async ({ status }, { text }) => {
        lastText = text;
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        progress.show(`${status}, ${seconds} s`);
        if (flags.format === "jsonl") await printResult(text, flags.format, surroundings);
      },
    });
    return { job, text: lastText };
  } catch (error) {
    progress.clear();
    if (!(error instanceof RequestError)) throw explain(error, operation.isCreate);
    const command = continueWith(operation.resource, jobId, { ...flags, wait: true });
    // A service that has never shown the job may not have it.
    const known = operation.isCreate || lastText ? "The job goes on. " : "";
    surroundings.notify(`${printable(`${known}To wait again: ${command}`)}\n`);
    // As it came, with all digits of its numbers.
    throw lastText ? Object.assign(error, { lastJob: exactValue(lastText) ?? lastText }) : error;
  } finally {
    progress.clear();
  }
}

/** What a flag names as pending is so beside what is known, and never instead of it. */
function untilNot(pending: string[]): WaitOptions {
  if (pending.length === 0) return {};
  if (finalStatuses.length === 0) return { pendingStatuses: [...pendingStatuses, ...pending] };
  return { until: ({ status }) => finalStatuses.includes(status) && !pending.includes(status) };
}

async function saveAll(
  job: HpJob,
  folder: string,
  { operation, flags }: Invocation,
  { baseUrl, token, headers, allowPlainHttp, fetchOptions, signal }: Connection,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const progress = createProgress(surroundings);
  // The job has ended.
  const goOn = `To go on: ${continueWith(operation.resource, job.job_id, flags, true)}`;
  // A server may send the token back in what it says of a job.
  const redact = redactor(token);
  const report = async (line: object, text: string) => {
    if (flags.format === "jsonl") await surroundings.write(`${redact(toJson(line))}\n`);
    else surroundings.notify(`${redact(printable(text))}\n`);
  };
  const { saved, leftOut, failed, message } = await saveVideos(job, folder, {
    ...{ baseUrl, token, headers, allowPlainHttp, fetchOptions, signal },
    force: flags.force,
    filter: flags.only && (({ url }) => flags.only!.some((part) => url.includes(part))),
    onProgress({ file, files, bytes, size }) {
      const whole = size === undefined ? "" : ` of ${describeSize(size)}`;
      progress.show(`file ${file} of ${files}: ${describeSize(bytes)}${whole}`);
    },
  })
    .finally(() => progress.clear())
    .then((result) => ({ ...result, failed: [], message: "" }))
    .catch((error: unknown) => {
      if (error instanceof SaveError) return error;
      if (error instanceof RequestError) surroundings.notify(`${printable(goOn)}\n`);
      throw error;
    });
  for (const file of saved) {
    const verb = file.wasThere ? "Exists already" : "Saved";
    await report(file, `${verb}: ${file.path} (${describeSize(file.bytes)})`);
  }
  for (const { url, row, error } of leftOut) {
    const reason = error.message;
    await report({ url, row, leftOut: reason }, `Left out: ${url}: ${reason}`);
  }
  for (const { url, row, error } of failed) {
    const kind = describeError(error, signal)?.error ?? "download";
    await report({ url, row, error: kind, message: error.message }, `✗ ${url}: ${error.message}`);
  }
  const failures = failuresIn(job);
  for (const failure of failures) {
    const of = failure.row === undefined ? "The job" : `Row ${failure.row}`;
    await report({ error: "job-failed", ...failure }, `✗ ${of} failed: ${failure.message}`);
  }
  if (failed.length > 0) {
    const count = failed.length + saved.length;
    throw downloadError(`${failed.length} of ${count} downloads are not complete. ${goOn}`);
  }
  if (failures.length > 0) throw failedJob(job, redact);
  if (message) throw downloadError(message);
  return exitCodes.done;
}

function failedJob({ job_id: id, status }: HpJob, redact: (text: string) => string): CommandError {
  const problem = `The job ${id} did not make all of its videos. Its status is ${toJson(status)}.`;
  return new CommandError("job-failed", exitCodes.jobFailed, redact(problem));
}

const downloadError = (message: string) =>
  new CommandError("download", exitCodes.downloads, message);

/** What a job says that means a failure, of itself or of a row: a status that says so, or an error. */
function failuresIn({ status, output }: HpJob): { row?: number; message: string }[] {
  const found: { row?: number; message: string }[] = [];
  const waiting: { value: unknown; row?: number }[] = [{ value: output }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, row } = next;
    if (typeof value !== "object" || value === null) continue;
    const { row: own = row, status: said, error } = value as Record<string, unknown>;
    const inner = typeof own === "number" ? { row: own } : {};
    const reason = [error, said].find((each) => typeof each === "string" && each !== "");
    if (error || saysFailure(said) || looksLikeFailure(said)) {
      found.push({ ...inner, message: reason === undefined ? toJson(error) : String(reason) });
    }
    const items = Object.values(value).map((item: unknown, index) =>
      Array.isArray(value) ? { value: item, row: index + 1 } : { value: item, ...inner },
    );
    for (const item of items.reverse()) waiting.push(item);
  }
  if (found.length === 0 && saysFailure(status)) found.push({ message: String(status) });
  return found;
}

/** What a job says of videos that are not all that was asked for. */
function warningsOf({ output }: HpJob): string[] {
  const { videos } = Object(output) as { videos?: unknown };
  return (Array.isArray(videos) ? videos : []).flatMap((video: unknown) => {
    const { row, warning } = Object(video) as { row?: unknown; warning?: unknown };
    return typeof warning === "string" ? [`Row ${String(row)}: ${warning}`] : [];
  });
}

/** A job may cost money, and nobody can take it back. */
async function confirm(
  { operation, flags }: Invocation,
  { baseUrl }: Connection,
  { canAsk, signal, ask }: Surroundings,
): Promise<void> {
  if (flags.yes) return;
  // Where the input is the body, nobody can be asked.
  if (!canAsk || flags.file === "-") {
    throw usageError(
      "This starts a job, which may cost money, and nobody can be asked. Add --yes.",
    );
  }
  const answer = await ask(`${operation.summary} at ${baseUrl}? It may cost money. [y/N] `);
  if (signal.aborted) throw stopped(signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return;
  throw usageError("Not confirmed. Nothing was sent.");
}

/** How a command that goes on says again what a job is read with. Other options are about its creation. */
const sayAgain: { [Flag in keyof ReadFlags]-?: (value: NonNullable<ReadFlags[Flag]>) => string[] } =
  {
    baseUrl: (address) => ["--base-url", address],
    tokenFile: (file) => ["--token-file", file],
    // Its value may be a secret, and messages go into logs. A file may be named.
    header: repeat("--header", (header) =>
      header.startsWith("@") ? header : header.replace(/:[^]*/, ": …"),
    ),
    allowPlainHttp: () => ["--allow-plain-http"],
    timeout: (ms) => ["--timeout", `${ms}ms`],
    deadline: (ms) => ["--deadline", `${ms}ms`],
    retries: (count) => ["--retries", String(count)],
    verbose: () => ["--verbose"],
    format: (format) => ["--format", format],
    wait: () => ["--wait"],
    maxWait: (ms) => ["--max-wait", `${ms}ms`],
    interval: (ms) => ["--interval", `${ms}ms`],
    pending: repeat("--pending"),
    download: (folder) => ["--download", folder],
    only: repeat("--only"),
    force: () => ["--force"],
  };

type ReadFlags = Omit<OwnFlags, "file" | "schema" | "dryRun" | "yes" | "check" | "receipts">;

function repeat(name: string, say = (value: string) => value) {
  return (values: string[]) => values.flatMap((value) => [name, say(value)]);
}

/**
 * The command that goes on with a job as it was asked for, to be copied into a shell.
 *
 * @param hasEnded whether there is nothing left to wait for
 */
export function continueWith(
  resource: string,
  jobId: string,
  flags: ReadFlags,
  hasEnded = false,
): string {
  const ofWait = ["wait", "maxWait", "interval", "pending"];
  const words = Object.entries(sayAgain).flatMap(([flag, say]) => {
    const value = flags[flag as keyof ReadFlags];
    return value === undefined || (hasEnded && ofWait.includes(flag)) ? [] : say(value as never);
  });
  const options = words.map(quote).join(" ");
  // What begins with a dash would be a flag.
  const rest = jobId.startsWith("-")
    ? `${options} -- ${quote(jobId)}`
    : `${quote(jobId)} ${options}`;
  return `video-generation ${resource} get ${rest}`;
}

/** A word of another alphabet is quoted: an identifier is whatever the service says. */
function quote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
