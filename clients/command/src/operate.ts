/** Carries out a command of the contract: asks, sends, waits, prints, saves. */
import type { HpJob } from "../../typescript/src/index.ts";
import type { Invocation } from "./arguments.ts";
import type { Format } from "./flag-values.ts";
import { readCheckedBody } from "./body.ts";
import { continueWith } from "./continue-with.ts";
import { connect, type Connection } from "./connect.ts";
import { CommandError, OutputError, stopped, usageError } from "./errors.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { createPrinter, type Printer } from "./print.ts";
import { printable, toJson } from "./printable.ts";
import { createProgress } from "./progress.ts";
import { isRequestError } from "./report-error.ts";
import { describeSaved, saveOutputs } from "./save-outputs.ts";
import type { Surroundings } from "./surroundings.ts";

type Method = (...args: unknown[]) => Promise<unknown>;

/** @throws {CommandError | OutputError} and errors of the client */
export async function operate(
  invocation: Invocation,
  { isTerminal, ...given }: Surroundings,
): Promise<ExitCode> {
  const { operation, node, switches, texts, parameters } = invocation;
  // Where the input is the body, nobody can be asked.
  const input = isTerminal.input && texts["file"] !== "-";
  const surroundings = { ...given, isTerminal: { ...isTerminal, input } };
  const printer = createPrinter(formatOf(invocation, surroundings), surroundings);
  const body = node.isCreate ? await readCheckedBody(invocation, surroundings) : undefined;
  if (switches.has("dry-run")) {
    await surroundings.write(`${toJson(body, 2)}\n`);
    surroundings.notify("The body is as the contract wants it. Nothing was sent.\n");
    return exitCodes.done;
  }
  const connection = await connect(connectionOf(invocation), surroundings);
  if (node.isCreate) await confirm(invocation, connection, surroundings);
  const waits = switches.has("wait");
  if (waits && !node.isCreate) return await finish(parameters[0]!);

  const method = connection.client[operation.operation] as unknown as Method;
  const answer = await callWith(method, [...parameters, ...(body ? [body] : [])]);
  if (node.isCreate) return await keepReceipt(answer as { job_id: string });
  if (texts["download"] === undefined) {
    await printer.result(answer, operation.list);
    return exitCodes.done;
  }
  return await deliver(answer as HpJob);

  /** Whatever becomes of the output: the identifier of a job that was paid for is reported. */
  async function keepReceipt(receipt: { job_id: string }): Promise<ExitCode> {
    const id = receipt.job_id;
    try {
      if (!waits || printer.format === "jsonl") await printer.result(receipt);
    } catch (error) {
      surroundings.notify(`${printable(`The job was created: ${id}`)}\n`);
      if (!(error instanceof OutputError)) throw error;
      throw new CommandError("output", exitCodes.output, error.message);
    }
    if (!waits) return exitCodes.done;
    surroundings.notify(`${printable(`The job was created: ${id}`)}\n`);
    return await finish(id);
  }

  async function finish(jobId: string): Promise<ExitCode> {
    const job = await waitFor(jobId, invocation, connection, printer, surroundings);
    return await deliver(job);
  }

  async function deliver(job: HpJob): Promise<ExitCode> {
    // A wait has printed its last reading as a line already.
    if (!waits || printer.format !== "jsonl") await printer.result(job);
    const folder = texts["download"];
    if (folder === undefined) return exitCodes.done;
    return saveAll(job, folder, invocation, connection, printer, surroundings);
  }
}

/** A call whose arguments the client refuses was called wrongly: nothing was sent. */
async function callWith(method: Method, args: unknown[]): Promise<unknown> {
  try {
    return await method(...args);
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) throw usageError(error.message);
    throw error;
  }
}

async function waitFor(
  jobId: string,
  { numbers, pending, node }: Invocation,
  { client }: Connection,
  printer: Printer,
  surroundings: Surroundings,
): Promise<HpJob> {
  const progress = createProgress(surroundings);
  const startedAt = performance.now();
  progress.show("asking for the job");
  try {
    return (await callWith(client.waitForHpJob as Method, [
      jobId,
      {
        timeoutMs: numbers["timeout"],
        maxWaitMs: numbers["max-wait"],
        intervalMs: numbers["interval"],
        ...(pending.length > 0 && { pendingStatuses: ["rendering", ...pending] }),
        onUpdate: async (job: HpJob) => {
          const seconds = Math.round((performance.now() - startedAt) / 1000);
          progress.show(`${job.status}, ${seconds} s`);
          if (printer.format === "jsonl") await printer.result(job);
        },
      },
    ])) as HpJob;
  } catch (error) {
    progress.clear();
    if (isRequestError(error)) {
      surroundings.notify(
        `${printable(`The job goes on. To wait again: ${continueWith(node.resource, jobId, ["--wait"])}`)}\n`,
      );
    }
    throw error;
  } finally {
    progress.clear();
  }
}

async function saveAll(
  job: HpJob,
  folder: string,
  invocation: Invocation,
  connection: Connection,
  printer: Printer,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const progress = createProgress(surroundings);
  const goOn = continueWith(invocation.node.resource, job.job_id, ["--download", folder]);
  try {
    const results = await saveOutputs(job, folder, invocation, connection, progress);
    progress.clear();
    for (const result of results) {
      if (printer.format === "jsonl") await surroundings.write(`${toJson(result)}\n`);
      else surroundings.notify(`${describeSaved(result)}\n`);
    }
    const failed = results.filter((result) => "error" in result).length;
    if (failed === 0) return exitCodes.done;
    throw new CommandError(
      "download",
      exitCodes.downloads,
      `${failed} of ${results.length} downloads are not complete. To go on: ${goOn}`,
    );
  } catch (error) {
    progress.clear();
    if (isRequestError(error)) surroundings.notify(`${printable(`To go on: ${goOn}`)}\n`);
    throw error;
  } finally {
    progress.clear();
  }
}

/** A job may cost money, and nobody can take it back. */
async function confirm(
  { operation, switches }: Invocation,
  { baseUrl }: Connection,
  { isTerminal, signal, ask }: Surroundings,
): Promise<void> {
  if (switches.has("yes")) return;
  if (!isTerminal.input || !isTerminal.messages) {
    throw usageError(
      "This starts a job, which may cost money, and nobody can be asked. Add --yes.",
    );
  }
  const answer = await ask(`${operation.summary} at ${baseUrl}? It may cost money. [y/N] `);
  if (signal.aborted) throw stopped(signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return;
  throw usageError("Not confirmed. Nothing was sent.");
}

function connectionOf({ texts, numbers, switches }: Invocation) {
  return {
    baseUrl: texts["base-url"],
    allowsPlainHttp: switches.has("allow-plain-http"),
    isVerbose: switches.has("verbose"),
    limits: {
      timeoutMs: numbers["timeout"],
      deadlineMs: numbers["deadline"],
      retries: numbers["retries"],
    },
  };
}

function formatOf({ texts }: Invocation, { isTerminal }: Surroundings): Format {
  return (texts["output"] as Format | undefined) ?? (isTerminal.output ? "table" : "json");
}
