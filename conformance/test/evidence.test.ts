/**
 * The whole loop: the emulator stands for a service that nobody knows, and a proxy records what it
 * answers. What is then proposed and applied has to bring the contract closer to the emulator's
 * own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { createClient } from "../../clients/typescript/src/index.ts";
import { createEmulator } from "../../emulator/src/index.ts";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../gaps/src/document/document.ts";
import { collectGaps } from "../../gaps/src/notes/gaps.ts";
import { redocly } from "../../scripts/support/tool.ts";
import { operationsOf, resolved, validatorOf } from "../../test/support/contract.ts";
import { RepositoryCopy } from "../../scripts/support/repository-copy.ts";
import { readHar } from "../src/observe/har.ts";
import { matchOperations, operationsOf as operationsIn } from "../src/operations.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { commandFile } from "./support/command.ts";
import { isOpen } from "./support/contract.ts";
import { withGuidesWritten } from "./support/guides.ts";
import { freePort, untilListening } from "../../scripts/support/port.ts";
import { makeTraffic } from "./support/traffic.ts";

let copy: RepositoryCopy;
let before: { contract: OpenApiDocument; types: string };
let after: { contract: OpenApiDocument; types: string };
let closed: string[];
/** Base address that the recording is of. */
let recorded: string;

beforeAll(async () => {
  if (!isOpen) return;
  copy = await RepositoryCopy.create();
  before = await readContract();
  await record(join(copy.folder, "recording.har"));
  const service = ["--base-url", recorded, "--environment", "emulator"];
  await run("observe", "recording.har", ...service);
  await run("propose", "observations.json");
  const proposal = parse(await copy.read("proposal.overlay.yaml")) as Overlay;
  await copy.write("proposal.overlay.yaml", stringify(await withGuidesWritten(proposal)));
  await run("apply", "proposal.overlay.yaml", "--emulator");
  after = await readContract();
  const open = collectGaps(after.contract).map(({ id }) => id);
  closed = collectGaps(before.contract)
    .map(({ id }) => id)
    .filter((id) => !open.includes(id));
});
afterAll(() => copy?.[Symbol.asyncDispose]());

async function readContract() {
  const read = (name: string) => readFile(join(copy.folder, "generated", name), "utf8");
  return { contract: JSON.parse(await read("openapi.json")), types: await read("schema.d.ts") };
}

async function run(command: string, file: string, ...options: string[]): Promise<void> {
  const { exitCode, output } = await copy.run(commandFile, command, file, ...options);
  if (exitCode !== 0) throw new Error(`${command} failed:\n${output}`);
}

/** Lets Redocly's proxy record a day of traffic. */
async function record(file: string): Promise<void> {
  const emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } });
  const port = await freePort();
  const options = ["--target", emulator.url, "--port", String(port), "--har", file];
  const proxy = spawn(process.execPath, [redocly, "proxy", ...options], { stdio: "ignore" });
  await untilListening(port);
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: emulator.token });
  recorded = emulator.url;
  await makeTraffic(client, emulator, { rounds: 40, jobs: 200 });
  proxy.kill("SIGINT");
  await once(proxy, "exit");
  await emulator.close();
}

// The emulator lists too few avatars and voices to describe them.
it.runIf(isOpen)("closes gaps, and (a) the contract still passes the linters", async () => {
  expect(closed.sort()).toEqual([
    "data-json-content",
    "data-xlsx-url-type",
    "error-body",
    "hp-create-response-fields",
    "hp-output-fields",
    "hp-output-while-rendering",
    "job-status-values",
    "job-type-values",
    "lipsync-input-echo",
    "response-field-presence",
    "response-media-type",
    "success-status-codes",
  ]);
  const { exitCode, output } = await copy.run("scripts/cli.ts", "lint");
  expect(exitCode, output).toBe(0);
});

it.runIf(isOpen)("(b) says of each closed gap what the service decided", async () => {
  const own = JSON.parse(
    await readFile("generated/emulator.openapi.json", "utf8"),
  ) as OpenApiDocument;
  for (const pointer of [
    "#/components/schemas/JobStatus",
    "#/components/schemas/HpJob/properties/job_type",
  ]) {
    const [mine, theirs] = [after.contract, own].map(
      (document) => resolvePointer(document, pointer)["enum"],
    );
    expect(new Set(mine as string[]), pointer).toEqual(new Set(theirs as string[]));
  }
  for (const name of ["HpJobOutput", "Avatar", "Voice", "HpJobReceipt", "LipsyncVideoInputEcho"]) {
    expectWithin(
      after.contract,
      after.contract.components.schemas[name]!,
      own,
      own.components.schemas[name]!,
      name,
    );
  }
  const codes = (document: OpenApiDocument) =>
    operationsOf(document).map(({ operationId, node }) => [
      operationId,
      Object.keys(node["responses"] as JsonObject).filter((status) => /^2\d\d$/.test(status)),
    ]);
  expect(codes(after.contract)).toEqual(codes(own));
});

/**
 * Every field of one schema is in the other, with the same type; every required one is required
 * there, or always sent.
 */
function expectWithin(
  mine: OpenApiDocument,
  schema: JsonObject,
  theirs: OpenApiDocument,
  own: JsonObject,
  place: string,
): void {
  const properties = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
  const ownProperties = (own["properties"] ?? {}) as { [name: string]: JsonObject };
  expect(Object.keys(ownProperties), place).toEqual(
    expect.arrayContaining(Object.keys(properties)),
  );
  for (const [name, property] of Object.entries(properties)) {
    const at = `${place}.${name}`;
    const [field, ownField] = [resolved(mine, property), resolved(theirs, ownProperties[name]!)];
    expect(field["type"], at).toEqual(ownField["type"]);
    if (isObject(field["items"])) {
      expectWithin(
        mine,
        resolved(mine, field["items"]),
        theirs,
        resolved(theirs, ownField["items"] as JsonObject),
        `${at}[]`,
      );
    } else if (isObject(field["properties"])) expectWithin(mine, field, theirs, ownField, at);
  }
}

it.runIf(isOpen)("(d) still accepts every recorded answer", async () => {
  const validator = validatorOf(after.contract);
  const match = matchOperations(operationsIn(after.contract));
  let answers = 0;
  for await (const { method, path, status, response } of readHar(
    join(copy.folder, "recording.har"),
  )) {
    const operation = match(method, path)?.operation;
    if (!operation || status >= 300) continue;
    const validate = validator(
      `${operation.pointer}/responses/2XX/content/application~1json/schema`,
    );
    expect(validate(response.json), `${method} ${path}: ${JSON.stringify(validate.errors)}`).toBe(
      true,
    );
    answers++;
  }
  // A third of the first lipsync requests have all that the emulator asks for.
  expect(answers).toBe(40 * 5 + 13 + 200 * 3);
});
