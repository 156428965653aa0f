/** `video-generation-conformance`: runs the workflows of a consumer against a service. */
import { parseArgs } from "node:util";
import { parseFile, UserError } from "openapi-gaps";
import { isObject, type JsonObject, type OpenApiDocument } from "openapi-gaps/document";
import { BaseAddress, Checker } from "openapi-gaps/evidence";
import manifest from "../package.json" with { type: "json" };
import { readWorkflows } from "./arazzo.ts";
import { requireBodies } from "./bodies.ts";
import { requireConsent } from "./consent.ts";
import { jobOperations, openPath, readContract } from "./contract.ts";
import { listProbes, planRun } from "./plan.ts";
import { exitCodeOf, openReport, requireFolderOf, writeReport, writeResult } from "./report.ts";
import { hideToken } from "./hide-token.ts";
import { requireService } from "./require-service.ts";
import type { CreatedJob, RunResult } from "./result.ts";
import { runConformance } from "./run.ts";
import { renderTable } from "./table.ts";
import { toHar } from "./to-har.ts";

const help = `Usage: video-generation-conformance run --base-url <address> --token-env <variable> [options]

Runs example workflows, sends requests that should fail, and checks every response. It
only reads, unless --create is given.

  --base-url <address>    address of the service, without /api at its end
  --token-env <variable>  environment variable that holds the token
  --create                also create jobs, which may cost; asks before, and says how many
  --yes                   do not ask
  --requests <file>       YAML or JSON with request bodies to send instead of the workflows' own, by their names
  --job <id>              also read this job, created before; createLipsyncVideo=<id> for one of another operation than
                          createHpJob; may be repeated
  --probe                 also try, with GET alone, what the specification leaves open: paths without an operation, and
                          the status of other jobs than HP jobs; lists the requests before
  --workflow <name>       run only this workflow, such as slides or no-token
  --report <folder>       write result.json, junit.xml and report.html there
  --har <file>            write the recording, without the token; it holds what was sent and received
  --verbose               list everything that was seen, also what is undecided
  --timeout <seconds>     limit of a single call (default: 30)
  --concurrency <number>  calls at a time (default: 4)
  --interval <seconds>    pause between two polls of a job (default: 2; 0.1 on this machine)
  --wait <seconds>        limit of a wait for a job (default: 1200)
  --version, --help

Exit codes: 0 nothing differs, 1 the service and the contract disagree, 2 the service or an option cannot be used,
3 nothing differs, but another run may finish what this one could not.

To analyse recordings, use openapi-gaps: check, propose and letter.`;

const options = {
  "base-url": { type: "string" },
  "token-env": { type: "string" },
  create: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  requests: { type: "string" },
  job: { type: "string", multiple: true },
  probe: { type: "boolean", default: false },
  workflow: { type: "string" },
  report: { type: "string" },
  har: { type: "string" },
  verbose: { type: "boolean", default: false },
  timeout: { type: "string", default: "30" },
  concurrency: { type: "string", default: "4" },
  interval: { type: "string" },
  wait: { type: "string", default: "1200" },
} as const;

/**
 * Runs the command with these words.
 *
 * @returns its exit code
 */
export async function run([name = "--help", ...args]: string[]): Promise<number> {
  if (name === "--help" || name === "-h" || args.includes("--help")) {
    console.log(help);
    return 0;
  }
  if (name === "--version") {
    console.log(manifest.version);
    return 0;
  }
  if (name !== "run" && !name.startsWith("-"))
    return refuse(`Unknown command: ${name}. There is run; see also openapi-gaps.\n\n${help}`);
  try {
    return await runWorkflows(name === "run" ? args : [name, ...args]);
  } catch (error) {
    if (error instanceof UserError) return refuse(error.message);
    throw error;
  }
}

/** Where nobody else can listen. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function refuse(message: string): number {
  console.error(`✗ ${message}`);
  return 2;
}

async function runWorkflows(args: string[]): Promise<number> {
  const values = readValues(args);
  const base = new BaseAddress(values["base-url"]);
  const token = readToken(values["token-env"]);
  const timeoutMs = readNumber("timeout", values.timeout) * 1000;
  const requests = values.requests === undefined ? {} : readRequests(values.requests);
  const { create, probe, workflow } = values;
  const isLocal = isThisMachine(new URL(base.origin).hostname);
  const document = readContract();
  const run = {
    baseUrl: values["base-url"]!,
    token,
    tokenName: values["token-env"]!,
    create,
    requests,
    workflow,
    probe,
    jobs: (values.job ?? []).map((text) => readJob(document, text)),
    timeoutMs,
    concurrency: readNumber("concurrency", values.concurrency, "whole number"),
    intervalMs: readNumber("interval", values.interval ?? (isLocal ? "0.1" : "2")) * 1000,
    waitLimitMs: readNumber("wait", values.wait) * 1000,
  };
  const workflows = readWorkflows();
  requireBodies(document, workflows, requests);
  const plans = planRun(document, workflows, run);
  if (plans.length === 0) {
    const all = planRun(document, workflows, { create: true, probe: true });
    throw new UserError(
      `There is no such workflow. Workflows: ${all.map(({ name }) => name).join(", ")}; some need --create, --probe or --job.`,
    );
  }
  // Before anything is created that a report could not show.
  if (values.report !== undefined) await openReport(values.report);
  if (values.har !== undefined) await requireFolderOf(values.har);
  if (!isLocal && base.origin.startsWith("http:"))
    console.error(`! ${base.origin} is plain http: everyone on the way can read the token.`);
  const list = openPath(Checker.of(document).interface);
  await requireService({ base, token, timeoutMs }, list, values["token-env"]!);
  const jobs = plans.reduce((sum, { creates }) => sum + creates, 0);
  if (create && !values.yes) {
    await requireConsent(
      `This creates ${jobs} jobs at ${base.origin}, and one more for each request that should be refused and is not. They may cost.`,
    );
  }
  if (probe) console.log(["Probes:", ...listProbes(document, run)].join("\n  ") + "\n");
  const interruption = new AbortController();
  const interrupt = () => {
    console.error("\nInterrupted. Waiting for the calls that were sent; again to end at once.");
    interruption.abort();
  };
  // The second one ends the process, as it does without a listener.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, interrupt);
  const { result: found, exchanges } = await runConformance(document, {
    ...run,
    signal: interruption.signal,
    onWorkflow: (title, number, of) => showProgress(`${number} of ${of}: ${title}`),
  });
  for (const signal of signals) process.off(signal, interrupt);
  const result = JSON.parse(hideToken(found, token)) as RunResult;
  showProgress("");
  console.log(renderTable(result, values.verbose));
  if (values.har !== undefined) {
    writeResult(values.har, toHar(exchanges, token));
    console.log(`Written: ${values.har}. It holds what was sent and received, and no token.`);
  }
  if (values.report !== undefined) await writeReport(values.report, result);
  return exitCodeOf(result);
}

function readValues(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${help}`);
  }
}

/** On the command line a token would stand in the history of the shell, and in the list of processes. */
function readToken(variable: string | undefined): string {
  const token = variable === undefined ? undefined : process.env[variable];
  if (token && /^[!-~]+$/.test(token)) return token;
  throw new UserError(
    token
      ? `The token in ${variable} has a space, a line break or a letter beyond ASCII.`
      : `Put the token into an environment variable, and name it: VIDEO_TOKEN=… video-generation-conformance --token-env VIDEO_TOKEN …`,
  );
}

/** @throws {UserError} for an operation that creates no jobs */
function readJob(document: OpenApiDocument, text: string): CreatedJob {
  const { own, others } = jobOperations(Checker.of(document).interface);
  const [operation, id] = /^([A-Za-z]+)=(.+)$/.exec(text)?.slice(1) ?? [own.operationId, text];
  const names = [own, ...others].map(({ operationId }) => operationId);
  if (id && names.includes(operation!)) return { id, operation: operation! };
  throw new UserError(
    `--job is "${text}". Give the identifier of a job, or operation=identifier with one of ${names.join(", ")}.`,
  );
}

function readNumber(name: string, text: string, kind = "number"): number {
  const number = Number(text);
  const fits = kind === "number" || Number.isInteger(number);
  if (text.trim() !== "" && number > 0 && number < 1e6 && fits) return number;
  throw new UserError(`--${name} is "${text}". Give a ${kind} above 0 and below 1000000.`);
}

function readRequests(file: string): JsonObject {
  const requests = parseFile(file);
  if (isObject(requests) && Object.values(requests).every(isObject)) return requests;
  throw new UserError(`${file} is not a map of request bodies, such as {"slides": {…}}.`);
}

/** Progress is for a person who waits; a log needs only the end. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
