/** The run itself: `video-generation-conformance --base-url …`. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../../gaps/src/document/document.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { BaseAddress } from "../base-address.ts";
import { InputError } from "../input-error.ts";
import type { CreatedJob } from "../judge/finding.ts";
import { jobReader, operationsOf } from "../operations.ts";
import { requireFolderOf, writeWhole } from "../write-whole.ts";
import { readWorkflows, type Workflow } from "./arazzo.ts";
import { requireConsent } from "./consent.ts";
import type { RunOptions } from "./options.ts";
import { listProbes, planStories } from "./plan.ts";
import { renderTable } from "./render-table.ts";
import { exitCodeOf, makeFolder, writeReport } from "./report.ts";
import { requireService } from "./require-service.ts";
import { runStories } from "./run-stories.ts";
import { toHar } from "./to-har.ts";

export const runHelp = `Usage: video-generation-conformance --base-url <address> --token-env <variable> [options]

Runs the stories of a consumer, tries what the service has to refuse, and holds every answer against the contract. It
only reads, unless --create is given.

  --base-url <address>    address of the service, without /api at its end
  --token-env <variable>  environment variable that holds the token
  --create                also create jobs, which may cost; asks before, and says how many
  --yes                   do not ask
  --requests <file>       YAML or JSON with request bodies to send instead of the stories' own, by their names
  --job <id>              also read this job, created before; createLipsyncVideo=<id> for one of another operation than
                          createHpJob; may be repeated
  --probe                 also try, with GET alone, what the specification leaves open: paths without an operation, and
                          the status of other jobs than HP jobs; lists the requests before
  --story <name>          only this story; --operation <operationId> only the calls of this operation
  --environment <name>    what to call the service in the observations (default: unnamed)
  --report <folder>       write result.json, junit.xml, report.html and observations.json there
  --har <file>            write the recording, without the token; it holds what was sent and answered
  --timeout <seconds>     limit of a single call (default: 30)
  --concurrency <number>  calls at a time (default: 4)
  --interval <seconds>    pause between two readings of a job (default: 2; 0.1 on this machine)
  --wait <seconds>        limit of a wait for a job (default: 1200)

Exit codes: 0 everything held, 1 the service and the contract disagree, 2 the service or an option cannot be used,
3 nothing differs, but a story did not reach its end.`;

const options = {
  "base-url": { type: "string" },
  "token-env": { type: "string" },
  create: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  requests: { type: "string" },
  job: { type: "string", multiple: true },
  probe: { type: "boolean", default: false },
  story: { type: "string" },
  operation: { type: "string" },
  environment: { type: "string", default: "unnamed" },
  report: { type: "string" },
  har: { type: "string" },
  timeout: { type: "string", default: "30" },
  concurrency: { type: "string", default: "4" },
  interval: { type: "string" },
  wait: { type: "string", default: "1200" },
} as const;

export async function runCommand(args: string[]): Promise<void> {
  const values = readValues(args);
  const base = new BaseAddress(values["base-url"]);
  const token = readToken(values["token-env"]);
  const timeoutMs = readNumber("timeout", values.timeout) * 1000;
  const requests = values.requests === undefined ? {} : await readRequests(values.requests);
  const { create, probe, story, operation, environment } = values;
  const document = await readBundle();
  const run = {
    baseUrl: values["base-url"]!,
    token,
    create,
    environment,
    requests,
    story,
    operation,
    probe,
    jobs: (values.job ?? []).map((text) => readJob(document, text)),
    timeoutMs,
    concurrency: Math.ceil(readNumber("concurrency", values.concurrency)),
    intervalMs: readNumber("interval", values.interval ?? (base.isLocal ? "0.1" : "2")) * 1000,
    waitLimitMs: readNumber("wait", values.wait) * 1000,
  };
  const workflows = await readWorkflows();
  const plans = planStories(document, workflows, run);
  if (plans.length === 0) throw noSuchStory(document, workflows, run);
  // Before anything is created that a report could not show.
  if (values.report !== undefined) await makeFolder(values.report);
  if (values.har !== undefined) await requireFolderOf(values.har);
  await requireService(base, token, values["token-env"]!, timeoutMs);
  const paid = plans.reduce(
    (sum, { creates, skip }) => (skip === undefined ? sum + creates : sum),
    0,
  );
  if (create && !values.yes) {
    await requireConsent(
      `This creates ${paid} jobs at ${base.origin}, and one more for each request that should be refused and is not. They may cost.`,
    );
  }
  if (probe) console.log(["Probes:", ...listProbes(document, run)].join("\n  ") + "\n");
  const interruption = new AbortController();
  // The second one ends the process, as it does without a listener.
  process.once("SIGINT", () => {
    console.error("\nInterrupted. Waiting for the calls that were sent; again to end at once.");
    interruption.abort();
  });
  const { result, observations, exchanges } = await runStories(document, {
    ...run,
    signal: interruption.signal,
    onStory: (title, number, of) => showProgress(`${number} of ${of}: ${title}`),
  });
  showProgress("");
  console.log(renderTable(result));
  if (values.har !== undefined) {
    await writeWhole(values.har, toHar(exchanges));
    console.log(`Written: ${values.har}. It holds what was sent and answered, and no token.`);
  }
  if (values.report !== undefined) await writeReport(values.report, result, observations);
  process.exitCode = exitCodeOf(result);
}

function noSuchStory(
  document: OpenApiDocument,
  workflows: Workflow[],
  { story, operation }: Pick<RunOptions, "story" | "operation">,
): InputError {
  const everything = { create: true, probe: true };
  if (planStories(document, workflows, { ...everything, story, operation }).length > 0)
    return new InputError(`The story ${story} is a probe. Add --probe.`);
  const names = planStories(document, workflows, everything).map(({ name }) => name);
  const operations = operationsOf(document).map(({ operationId }) => operationId);
  return new InputError(
    `There is no such story. Stories: ${names.join(", ")}. Operations: ${operations.join(", ")}.`,
  );
}

function readValues(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new InputError(`${(error as Error).message}\n\n${runHelp}`);
  }
}

/**
 * On the command line a token would stand in the history of the shell, and in the list of
 * processes.
 */
function readToken(variable: string | undefined): string {
  const token = variable === undefined ? undefined : process.env[variable];
  if (token) return token;
  throw new InputError(
    `Put the token into an environment variable, and name it: VIDEO_TOKEN=… video-generation-conformance --token-env VIDEO_TOKEN …`,
  );
}

/** @throws {InputError} for an operation that creates no jobs */
function readJob(document: OpenApiDocument, text: string): CreatedJob {
  const { own, others } = jobReader(operationsOf(document));
  const [operation, id] = /^([A-Za-z]+)=(.+)$/.exec(text)?.slice(1) ?? [own.operationId, text];
  const names = [own, ...others].map(({ operationId }) => operationId);
  if (id && names.includes(operation!)) return { id, operation: operation! };
  throw new InputError(
    `--job is "${text}". Give the identifier of a job, or operation=identifier with one of ${names.join(", ")}.`,
  );
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number > 0 && number < 1e6) return number;
  throw new InputError(`--${name} is "${text}". Give a number above 0.`);
}

async function readRequests(file: string): Promise<JsonObject> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new InputError(`There is no file ${file}.`);
  });
  try {
    const requests: unknown = parse(text);
    if (isObject(requests) && Object.values(requests).every(isObject)) return requests;
  } catch {
    // The message below says what is expected.
  }
  throw new InputError(`${file} is not a map of request bodies, such as {"slides": {…}}.`);
}

/** Progress is for a person who waits; a log needs only the end. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
