/** The run itself: `video-generation-conformance --base-url …`. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { isObject, type JsonObject } from "../../../scripts/contract/document.ts";
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { InputError } from "../input-error.ts";
import { writeWhole } from "../write-whole.ts";
import { requireService } from "./require-service.ts";
import { renderHtml } from "./render-html.ts";
import { renderJunit } from "./render-junit.ts";
import { renderTable } from "./render-table.ts";
import { paidCalls, type Run, runStories } from "./run-stories.ts";

export const runHelp = `Usage: video-generation-conformance --base-url <address> --token-env <variable> [options]

Tells the service the stories of a consumer, and holds every answer against the contract. It only reads, unless --create
is given.

  --base-url <address>    address of the service, without /api at its end
  --token-env <variable>  environment variable that holds the token
  --create                also create jobs, which may cost; asks before, and says how many
  --yes                   do not ask
  --requests <file>       YAML or JSON with request bodies to send instead of the contract's examples, by their names
  --environment <name>    what to call the service in the observations (default: unnamed)
  --report <folder>       write result.json, junit.xml, report.html and observations.json there
  --interval <seconds>    pause between two readings of a job (default: 2; 0.1 on this machine)
  --wait <seconds>        limit of a wait for a job (default: 1200)

Exit codes: 0 everything held, 1 the service and the contract disagree, 2 the service or an option cannot be used.`;

const options = {
  "base-url": { type: "string" },
  "token-env": { type: "string" },
  create: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  requests: { type: "string" },
  environment: { type: "string", default: "unnamed" },
  report: { type: "string" },
  interval: { type: "string" },
  wait: { type: "string", default: "1200" },
} as const;

export async function runCommand(args: string[]): Promise<void> {
  const values = readValues(args);
  const baseUrl = readAddress(values["base-url"]);
  const token = readToken(values["token-env"]);
  const intervalMs = readSeconds("interval", values.interval ?? (isLocal(baseUrl) ? "0.1" : "2"));
  const waitLimitMs = readSeconds("wait", values.wait);
  const requests = values.requests === undefined ? {} : await readRequests(values.requests);
  const document = await readBundle();
  await requireService(baseUrl, token, values["token-env"]!);
  if (values.create && !values.yes) await askForConsent(baseUrl);
  const run = await runStories(document, {
    baseUrl,
    token,
    create: values.create,
    environment: values.environment,
    requests,
    intervalMs,
    waitLimitMs,
    onStory: ({ title }, number, of) => showProgress(`${number} of ${of}: ${title}`),
  });
  showProgress("");
  console.log(renderTable(run.result));
  if (values.report !== undefined) await writeReport(values.report, run);
  if (run.result.stories.some(({ outcome }) => outcome === "differs")) process.exitCode = 1;
}

function readValues(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new InputError(`${(error as Error).message}\n\n${runHelp}`);
  }
}

function readAddress(text: string | undefined): string {
  if (text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return text;
  throw new InputError(
    "Give --base-url the address of the service, for instance https://service.example.",
  );
}

function isLocal(baseUrl: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(baseUrl).hostname);
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

function readSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() !== "" && seconds > 0) return seconds * 1000;
  throw new InputError(`--${name} is "${text}". Give a number of seconds.`);
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
  throw new InputError(
    `${file} is not a map of request bodies, such as {"slides_with_audio_layer": {…}}.`,
  );
}

async function askForConsent(baseUrl: string): Promise<void> {
  const what = `This creates ${paidCalls} jobs at ${new URL(baseUrl).origin}. They may cost.`;
  if (!process.stdin.isTTY) throw new InputError(`${what} Add --yes to say that you want that.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${what} Go on? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new InputError("Nothing was created.");
}

/** Progress is for a person who waits; a log needs only the end. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

async function writeReport(folder: string, { result, observations }: Run): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new InputError(
      `${folder} cannot be made: ${error.message}. Choose another folder with --report.`,
    );
  });
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  await writeWhole(join(folder, "result.json"), json(result));
  await writeWhole(join(folder, "junit.xml"), renderJunit(result));
  await writeWhole(join(folder, "report.html"), renderHtml(result));
  await writeWhole(join(folder, "observations.json"), json(observations));
  console.log(`Written: result.json, junit.xml, report.html and observations.json in ${folder}`);
}
