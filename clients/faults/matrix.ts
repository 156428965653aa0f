/** Runs a driver through all scenarios: rows go to it as JSON lines, and what it reports comes back so. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { hpRequest, lipsyncRequest } from "../../test/support/example-requests.ts";
import {
  type DriverCancel,
  type DriverInput,
  type DriverReport,
  errorKinds,
  type Kind,
  kinds,
} from "./drivers.ts";
import { serverOf } from "./faults.ts";
import {
  type FaultServer,
  refusingUrl,
  sendJson,
  startFaultServer,
  unreachableUrl,
} from "./fault-server.ts";
import { judge } from "./judge.ts";
import { type Scenario, scenarios } from "./scenarios.ts";

/** With two letters that JSON may write in another way. */
export const token = "secret/token+of-the-matrix";

export interface Row {
  scenario: string;
  kind: Kind;
  /** What is not as it must be; empty for a row that is kept. */
  problems: string[];
}

/** Where nothing but a limit ends a call, it is the scenario's; on a busy machine no other may end one. */
const generousTimeout = 120;

/** Most rows wait for time to pass; more at once would slow down what a short limit is for. */
const rowsAtOnce = 40;

/**
 * @param driver the words that start it
 * @param hangMs a row that has not come back by then hangs
 * @returns a row for each scenario and kind of call, in the order of the data, and one for the whole
 * @throws {Error} when the driver ends too early
 */
export async function runMatrix(
  [program = "", ...words]: readonly string[],
  hangMs = 100_000,
): Promise<Row[]> {
  const elsewhere = await startFaultServer({ respond: (response) => sendJson(response, {}) });
  const child = spawn(program, words);
  try {
    const talk = converse(child, hangMs);
    const cases = scenarios.flatMap((scenario) =>
      kinds.filter((kind) => scenario[kind]).map((kind) => ({ scenario, kind })),
    );
    const rows: Row[] = [];
    const play = async (index: number) => {
      const { scenario, kind } = cases[index]!;
      rows[index] = await runRow(scenario, kind, elsewhere, talk);
    };
    // The first alone: what a driver loads for its first call must not take the time of forty others.
    await play(0);
    let next = 1;
    const work = async () => {
      for (let index = next++; index < cases.length; index = next++) await play(index);
    };
    await Promise.all(Array.from({ length: rowsAtOnce }, work));
    child.stdin.end();
    return [...rows, wholeRun(elsewhere, talk.heard())];
  } finally {
    child.kill();
    await elsewhere.close();
  }
}

async function runRow(
  scenario: Scenario,
  kind: Kind,
  elsewhere: FaultServer,
  { ask, cancel }: Conversation,
): Promise<Row> {
  const expected = scenario[kind]!;
  const { timeout = generousTimeout, deadline = null, cancelAfter } = scenario;
  const options = serverOf(scenario, { elsewhere: elsewhere.baseUrl, token, kind });
  const id = `${scenario.name}/${kind}`;
  let cancelling: NodeJS.Timeout | undefined;
  const onFirstRequest = () => {
    if (cancelAfter) cancelling = setTimeout(cancel, cancelAfter * 1000, id);
  };
  const server = options && (await startFaultServer({ ...options, onFirstRequest }));
  const { maxWait = generousTimeout } = expected;
  const body = kind === "create" ? hpRequest() : kind === "lipsync" ? lipsyncRequest() : null;
  const { connection = "" } = scenario;
  const unused = connection === "unreachable" ? unreachableUrl : refusingUrl;
  const plain = server?.baseUrl ?? unused;
  const isTls = ["no-tls", "tls-closed", "tls-reset"].includes(connection);
  const origin = isTls ? plain.replace("http:", "https:") : plain;
  // Ports come back: the path keeps the client of this row apart from that of another.
  const base = `${origin}/${scenarios.indexOf(scenario)}/${kind}`;
  const folder = kind === "save" ? await mkdtemp(join(tmpdir(), "matrix-")) : "";
  const input = { op: kind, base, token, body, timeout, deadline, maxWait, folder };
  if (scenario.warmUp) await ask({ id: `${id}/before`, ...input, op: "read" });
  const report = await ask({ id, ...input });
  clearTimeout(cancelling);
  const received = server?.received ?? [];
  const requests = received.length || (connection.startsWith("reset") ? server!.connections : 0);
  await server?.close();
  const files = folder ? (await readdir(folder)).sort() : [];
  if (folder) await rm(folder, { recursive: true });
  const problems = judge(kind, expected, report, requests, received, files);
  return { scenario: scenario.name, kind, problems };
}

/** What holds for the run as a whole. */
function wholeRun(elsewhere: FaultServer, heard: string): Row {
  const problems = [
    ...(elsewhere.received.length > 0 ? ["a redirect was followed to another origin"] : []),
    ...(unescaped(heard).includes(token) ? ["the token is in a message, a log or a report"] : []),
  ];
  return { scenario: "all of them", kind: "read", problems };
}

/** With the letters that JSON writes as escapes. */
function unescaped(text: string): string {
  return text
    .replace(/\\+u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\+/g, "");
}

interface Conversation {
  /** `undefined` for a row that hangs. */
  ask(input: DriverInput): Promise<DriverReport | undefined>;
  cancel(id: string): void;
  /** Everything that the driver has said, its log included. */
  heard(): string;
}

function converse(child: ChildProcess, hangMs: number): Conversation {
  const waiting = new Map<string, (report: DriverReport) => void>();
  let heard = "";
  let errors = "";
  const failed = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error(`The driver has ended:\n${errors.slice(-4000)}`)));
  });
  failed.catch(() => {});
  // A driver that has ended reads no more; `failed` says so.
  child.stdin!.on("error", () => {});
  child.stderr!.on("data", (part: Buffer) => (errors += part.toString()));
  createInterface({ input: child.stdout! }).on("line", (line) => {
    heard += `${line}\n`;
    try {
      const { error, ...report } = JSON.parse(line) as DriverReport;
      waiting.get(report.id)?.({ ...report, ...(error && { error: errorKinds[error] ?? error }) });
    } catch {
      errors += `This is no report: ${line}\n`;
      child.kill();
    }
  });
  const tell = (line: DriverInput | DriverCancel) =>
    child.stdin!.write(`${JSON.stringify(line)}\n`);
  return {
    ask: (input) => {
      const { promise, resolve } = Promise.withResolvers<DriverReport | undefined>();
      waiting.set(input.id, resolve);
      const timer = setTimeout(resolve, hangMs);
      tell(input);
      return Promise.race([promise, failed]).finally(() => clearTimeout(timer));
    },
    cancel: (id) => void tell({ cancel: id }),
    heard: () => heard + errors,
  };
}
