/** What the emulator says when it refuses something, in whole sentences: names, limits and what to do instead are a part of them. */
import { expect, test, vi } from "vitest";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { readArguments } from "../src/app/arguments.ts";
import { options as knownOptions } from "../src/app/options.ts";
import { AddressPolicy } from "../src/download/addresses.ts";
import { reasonOf } from "../src/download/download.ts";
import { runExplore } from "../src/explore/command.ts";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type Expectation,
  OptionError,
} from "../src/index.ts";
import { invalidFields } from "../src/http/problem.ts";
import { MemoryStore } from "../src/jobs/store.ts";
import { readWorkbook } from "../src/service/workbook/read-workbook.ts";
import { start } from "./support/client.ts";

const json = { "content-type": "application/json" };
const bearer = { authorization: "Bearer emulator-token" };
const hp = "/api/hp_job";

/** What the refusal of a request says, behind its status. */
async function refusalOf(
  emulator: Emulator,
  [method, path, body, headers = {}]: Sent,
): Promise<string> {
  const given = typeof body === "string" || body instanceof Uint8Array || body === undefined;
  const response = await emulator.fetch(path, {
    ...{ method, headers: { ...bearer, ...json, ...headers } },
    ...(body !== undefined && { body: (given ? body : JSON.stringify(body)) as BodyInit }),
  });
  const { detail } = (await response.json()) as { detail: string };
  return `${response.status} ${detail}`;
}

type Sent = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const control = "403 The control plane refuses this request. ";
const scenarios =
  "emulator:fail, emulator:stall, emulator:slow, emulator:instant, emulator:fail-row-<index>";
const chosen = (project_name: string) => ({ ...hpRequest(), project_name });
const from = (data_xlsx_url: string) => ({ ...hpRequest(), data_xlsx_url });

const refusals: [sent: Sent, says: string][] = [
  [
    ["GET", "/api/avatars/public", undefined, { authorization: "" }],
    "401 The header Authorization is missing. Send: Authorization: Bearer <API_TOKEN>.",
  ],
  [
    ["GET", "/api/avatars/public", undefined, { authorization: "Basic a" }],
    "401 The header Authorization must read: Bearer <API_TOKEN>.",
  ],
  [
    ["GET", "/api/avatars/public", undefined, { authorization: "Bearer a" }],
    "401 The token is not the one the emulator was started with.",
  ],
  [
    ["GET", "/api/avatars/public", undefined, { prefer: "code=404; x" }],
    '400 The emulator takes no Prefer: code=404. Add a fault in its place, for instance with POST /emulator/faults {"effect": "status", "status": 404}.',
  ],
  [
    ["POST", hp, "{}", { "content-type": "text/plain" }],
    "415 The body must be JSON in UTF-8. Send the header Content-Type: application/json.",
  ],
  [
    ["POST", hp, "{}", { "content-encoding": "gzip" }],
    "415 The body is packed as gzip. Send it as it is, without the header Content-Encoding.",
  ],
  [["POST", hp, " ".repeat(1024 * 1024 + 1)], "413 The body is larger than 1048576 bytes."],
  [["DELETE", "/api/avatars/public"], "405 /api/avatars/public takes only GET, HEAD."],
  [["GET", "/api/hp_job/%zz"], "400 /api/hp_job/%zz is not a valid path."],
  [["POST", hp, ""], "400 The body is no JSON: it is empty."],
  [["POST", hp, new Uint8Array([0xff])], "400 The body is no JSON: it is not UTF-8 text."],
  [
    ["POST", hp, "[".repeat(2000) + "]".repeat(2000)],
    "400 The body is no JSON: it nests deeper than 64 levels.",
  ],
  [
    ["POST", hp, chosen("emulator:nothing")],
    `422 At /project_name: Expected one of the reserved values ${scenarios}.`,
  ],
  [
    ["POST", hp, from("ftp://files.test/a")],
    "422 At /data_xlsx_url: Expected an absolute http or https URL.",
  ],
  [
    ["POST", hp, from("http://me@files.test/a")],
    "422 At /data_xlsx_url: An address must not hold a user name or a password.",
  ],
  [
    ["POST", hp, from("http://10.0.0.1/a")],
    "422 At /data_xlsx_url: 10.0.0.1 is a private host. Offer a public address, or allow it: --allow-host 10.0.0.1 of the emulator and its workers, allowHosts of the library.",
  ],
  [
    ["GET", "/emulator/state", undefined, { origin: "http://other.test" }],
    `${control}A page of another site may not use it.`,
  ],
  [["GET", "/emulator/jobs/none"], "404 There is no job none."],
  [
    ["GET", "/emulator/requests/7"],
    "404 There is no request 7, or it has made room for newer ones.",
  ],
  [["DELETE", "/emulator/faults/fault-7"], "404 There is no fault fault-7."],
  [
    ["GET", "/emulator/jobs?limit=0"],
    '422 The parameter limit is "0". Set it to a number from 1 to 1000.',
  ],
  [
    ["GET", "/emulator/requests?before=x"],
    '422 The parameter before is "x". Set it to a number from 1 to 9007199254740991.',
  ],
  [["GET", "/emulator/media/none/1.mp4"], "404 There is no such video."],
  [
    ["POST", "/emulator/faults", { effect: "delay", delayMs: 2, maxDelayMs: 1 }],
    "422 At /maxDelayMs: Expected delayMs or more.",
  ],
  [
    ["POST", "/emulator/faults", { effect: "reset", when: "before-body", requestBody: {} }],
    "422 At /when: Expected after-body or after-work: requestBody chooses.",
  ],
  [
    ["PATCH", "/emulator/clock", { set: "soon" }],
    '422 At /set: "soon" is no time. Write for instance 2026-01-31T12:00:00Z.',
  ],
  [
    ["PATCH", "/emulator/clock", { advance: "soon" }],
    '422 At /advance: "soon" is no duration. Write for instance 250ms, 10s, 2m or 1h.',
  ],
  [
    ["PATCH", "/emulator/clock", { set: "1969-12-31T00:00:00Z" }],
    "422 At /set: The clock goes from 1970 to the start of 9999-12-31. Choose a time between them.",
  ],
  [
    ["GET", "/emulator/session/%zz/emulator/state"],
    '400 "%zz" is no step of an address. Write a percent sign in a name as %25.',
  ],
];

test.each(refusals.map(([sent, says]) => [says, sent] as const))(
  "a request is refused: %s",
  async (says, sent) => {
    const emulator = await start({ listen: false });
    expect(await refusalOf(emulator, sent)).toBe(says);
  },
);

test.each(["", ".", ".."])("no session is called %j, and none needs a port", async (name) => {
  const emulator = await start({ listen: false });
  expect(() => emulator.session(name)).toThrow(
    new RangeError(
      `"${name}" is no step of an address. Give the session a name, such as "refunds".`,
    ),
  );
  expect(() => emulator.url).toThrow(
    new Error("This emulator does not listen: it was made with listen: false"),
  );
});

test("a row that was to fail says that it was asked to", async () => {
  const emulator = await start({ listen: false });
  const body = JSON.stringify(chosen("emulator:fail-row-2"));
  await emulator.fetch(hp, { method: "POST", headers: { ...bearer, ...json }, body });
  await emulator.clock.advance("1m");
  expect(emulator.jobs.list()[0]!.videos).toMatchObject([
    { row: 1, clip: "still" },
    { row: 2, error: "The request asked for this with emulator:fail-row-2." },
    { row: 3, clip: "still" },
  ]);
});

test("a status that HTTP does not name has a title, and a body without a reason has one", async () => {
  const emulator = await start({ listen: false });
  emulator.faults.add({ effect: "status", status: 599 });
  const response = await emulator.fetch("/api/avatars/public", { headers: bearer });
  expect(await response.json()).toMatchObject({ title: "Unknown status", status: 599 });
  expect(invalidFields([]).message).toBe("The body: not as the contract wants it.");
});

test("a response that is not as the contract wants it is a defect, and says where", async () => {
  const emulator = await start({ listen: false });
  const body = JSON.stringify(hpRequest());
  await emulator.fetch(hp, { method: "POST", headers: { ...bearer, ...json }, body });
  const { id } = emulator.jobs.list()[0]!;
  const { get } = MemoryStore.prototype;
  vi.spyOn(MemoryStore.prototype, "get").mockImplementation(function (this: MemoryStore, name) {
    return { ...get.call(this, name)!, status: 7 as never };
  });
  expect(await refusalOf(emulator, ["GET", `${hp}/${id}`])).toMatch(
    /^500 The response is not as the contract wants it: \[.*"\/status".*\]$/,
  );
});

test("a refusal that was asked for, a full emulator and an expired video say so", async () => {
  const emulator = await start({ listen: false, maxJobs: 1 });
  emulator.faults.add({ effect: "status", status: 418 });
  expect(await refusalOf(emulator, ["GET", "/api/avatars/public"])).toBe(
    "418 This refusal was asked for.",
  );
  const created = async () => {
    const sent = { method: "POST", headers: { ...bearer, ...json } };
    const response = await emulator.fetch(hp, { ...sent, body: JSON.stringify(hpRequest()) });
    return ((await response.json()) as { job_id: string }).job_id;
  };
  const id = await created();
  expect(await refusalOf(emulator, ["POST", hp, hpRequest()])).toBe(
    "503 There are 1 jobs, and all of them render. Let some end, reset the emulator, or allow more with --max-jobs.",
  );
  await emulator.clock.set("2030-01-01T00:00:00Z");
  await emulator.clock.set("2032-01-01T00:00:00Z");
  const [video] = emulator.jobs.get(id)!.videos;
  expect(await refusalOf(emulator, ["GET", `/emulator/media/${id}/1.mp4`])).toMatch(
    /^410 This video expired at 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ\.$/,
  );
  expect(video).toBeDefined();
});

test.each<[change: object, error: string]>([
  [{ project_name: "emulator:fail" }, "The request asked for a failure with emulator:fail."],
  [
    { data_slice_start_index: 3, data_slice_end_index: 2 },
    "The slice ends at 2, before it starts at 3.",
  ],
  [{ data_slice_start_index: 1, data_slice_end_index: 1001 }, "The slice has more than 1000 rows."],
  [
    { variable_count: 3, ...hpSegments([0, 1], [1, 2]) },
    "variable_count is 3, but there are 2 segments.",
  ],
  [{ variable_count: 2, ...hpSegments([0, 1], [2, 2]) }, "Segment 2 does not end after it starts."],
  [
    { project_name: "emulator:fail-row-1", data_slice_start_index: 1, data_slice_end_index: 1 },
    "No row of the slice could be rendered.",
  ],
])("a job fails: %j", async (change, error) => {
  const emulator = await start({ listen: false });
  const body = JSON.stringify({ ...hpRequest(), ...change });
  await emulator.fetch(hp, { method: "POST", headers: { ...bearer, ...json }, body });
  await emulator.clock.advance("1m");
  const [job] = emulator.jobs.list();
  expect(job!.error).toBe(error);
  // What the request has asked for does not keep a job from being completed by hand.
  const { id } = job!;
  const completed = emulator.jobs.move(id, { status: "completed" });
  if (JSON.stringify(change).includes("emulator:")) await completed;
  else {
    await expect(completed).rejects.toThrow(`status: The job cannot be completed: ${error}`);
    const sent: Sent = ["PATCH", `/emulator/jobs/${id}`, { status: "completed" }];
    const says = `422 At /status: The job cannot be completed: ${error}`;
    expect(await refusalOf(emulator, sent)).toBe(says);
  }
});

const port = "Set it to a number from 0 to 65535.";
test.each<[options: object, says: string]>([
  [
    { nothing: 1 },
    `There is no option nothing. Remove it, or write one of ${Object.keys(knownOptions).join(", ")}.`,
  ],
  [{ port: -1 }, `port is -1. ${port}`],
  [{ host: "" }, 'host is "". Set it to a name or an address.'],
  [{ listen: 1 }, "listen is 1. Set it to true or false."],
  [
    { publicUrl: "a" },
    'publicUrl is "a". Set it to an http or https URL without a path, such as http://emulator:4010.',
  ],
  [{ siteUrl: "" }, 'siteUrl is "". Set it to an address.'],
  [{ token: "a b" }, 'token is "a b". Set it to visible ASCII characters only, and at least one.'],
  [
    { controlHosts: ["a:1"] },
    'controlHosts is ["a:1"]. Set it to names and addresses without a port, or *.',
  ],
  [
    { controlToken: "" },
    'controlToken is "". Set it to visible ASCII characters only, and at least one.',
  ],
  [{ allowHosts: ["*"] }, 'allowHosts is ["*"]. Set it to names and addresses without a port.'],
  [{ allowThisMachine: 0 }, "allowThisMachine is 0. Set it to true or false."],
  [
    { gaps: "all" },
    'gaps is "all". Set it to random, or to a behaviour for each gap: gap=behaviour[,gap=behaviour...].',
  ],
  [
    { renderMs: -1 },
    "renderMs is -1. Set it to a duration such as 250ms, 10s, 2m or 1h, in the library to milliseconds, at most a hundred years.",
  ],
  [{ renderer: "a" }, 'renderer is "a". Set it to a function.'],
  [
    { clock: "auto" },
    'clock is "auto". Set it to auto or manual, in the library to an object with that as mode, and startAt.',
  ],
  [{ seed: -1 }, "seed is -1. Set it to a number from 0 to 9007199254740991."],
  [{ dataFolder: "" }, 'dataFolder is "". Set it to a folder.'],
  [{ maxJobs: 0 }, "maxJobs is 0. Set it to a number from 1 to 9007199254740991."],
  [
    { gaps: { "error-body": "none" } },
    'error-body has no behaviour "none". Behaviours: html, empty, html-as-json, list.',
  ],
  [
    { port: 1, host: "192.0.2.1" },
    "Cannot listen on 192.0.2.1:1: listen EADDRNOTAVAIL: address not available 192.0.2.1:1. Choose another --port, 0 for any, or another --host.",
  ],
])("an option is refused: %j", async (options, says) => {
  await expect(createEmulator(options as EmulatorOptions)).rejects.toThrow(new OptionError(says));
});

test.each<[words: string, says: string]>([
  ["--port x", `--port is "x". ${port}`],
  ["--nothing", "Unknown option '--nothing'. Call it with --help to see the options."],
  [
    "--queue postgres://host/d",
    "--queue and --storage need each other: one for what is to be made, one for what is made.",
  ],
  [
    "--storage a",
    "--queue and --storage need each other: one for what is to be made, one for what is made.",
  ],
  [
    "--renderer node:fs",
    "node:fs is no renderer. Export it as the default, or a function createRenderer that returns it.",
  ],
])("words of the command are refused: %s", async (words, says) => {
  await expect(readArguments(words.split(" "))).rejects.toThrow(new OptionError(says));
});

test.each(["http://10.0.0.1:8080/a", "http://[fd00::1]:81/a", "http://l.internal:82/a"])(
  "the option that is named for %s allows it",
  async (address) => {
    const said = new AddressPolicy([]).findObjection(address)!;
    const words = /--allow-host \S+/.exec(said)![0].split(" ");
    const { allowHosts } = (await readArguments(words)) as { allowHosts: string[] };
    expect(new AddressPolicy(allowHosts).findObjection(address)).toBeUndefined();
  },
);

test("a renderer that is not there is named, with what can be done", async () => {
  await expect(readArguments(["--renderer", "./no-such.mjs"])).rejects.toThrow(
    /^The renderer \.\/no-such\.mjs cannot be loaded \(Cannot find module .+\)\. Name a file, or install it beside video-generation-emulator\.$/,
  );
});

test.each<[words: string, says: string]>([
  ["", "There is no command. Write it after --: explore -- npm test"],
  ["--format xml -- a", '--format is "xml". Set it to text or json.'],
  ["--jobs 65 -- a", '--jobs is "65". Set it to a number from 1 to 64.'],
  ["--jobs 0 -- a", '--jobs is "0". Set it to a number from 1 to 64.'],
  ["--nothing -- a", "Unknown option '--nothing'. Call it with --help to see the options."],
  ["--env A=b -- a", '--env is "A=b". Write NAME=url or NAME=token.'],
  ...["budget", "render", "limit"].map((name): [string, string] => [
    `--${name} x -- a`,
    `--${name} is "x". Set it to a duration such as 250ms, 10s or 2m.`,
  ]),
])("words of explore are refused: %s", async (words, says) => {
  await expect(runExplore(words.split(" ").filter(Boolean))).rejects.toThrow(new OptionError(says));
});

test.each([
  ["EPROTO", "its server does not speak https there; write http://, or another port"],
  ["ERR_SSL_WRONG", "its server does not speak https there; write http://, or another port"],
  ["HPE_INVALID", "its server does not speak http there; write https://, or another port"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate of its server is for another name"],
  ["CERT_HAS_EXPIRED", "the certificate of its server has expired"],
  ["CERT_UNTRUSTED", "the certificate of its server is signed by nobody who is known here"],
  ["ENOTFOUND", "there is no host of its name"],
  ["ECONNRESET", "what Node says"],
])("a download that ends with %s says why", (code, says) => {
  expect(reasonOf(Object.assign(new Error("what Node says"), { code }))).toBe(says);
});

const cannot = "The spreadsheet cannot be read: it is no .xlsx workbook, but ";
test.each([
  ["", `${cannot}empty.`],
  ["\xd0\xcf\x11\xe0", `${cannot}an old .xls file, or one with a password.`],
  ["a\0b", `${cannot}something else.`],
  [" <html>", `${cannot}a web page or other XML.`],
  ["a,b", `${cannot}text, such as CSV.`],
])("a spreadsheet of the bytes %j says what it is", async (bytes, says) => {
  const read = readWorkbook(Buffer.from(bytes, "latin1"), { start: 1, end: 1, columns: 1 });
  await expect(read).rejects.toThrow(new Error(says));
});

test.each<[expectation: Expectation, says: string]>([
  [
    { operation: "getHpJob" },
    "Expected getHpJob at least once, received it 0 times.\nReceived, the newest first:",
  ],
  [
    { operation: "createHpJob", times: 2, status: 422, body: { music: 7 } },
    'Expected createHpJob with status 422 with {"music":7} in the body 2 times, received it 0 times.\nReceived, the newest first:',
  ],
])("an expectation that is not met tells what came: %j", async (expectation, says) => {
  const emulator = await start({ listen: false });
  emulator.faults.add({ effect: "status", status: 503, operation: "listPublicVoices" });
  await emulator.fetch("/api/voices/public");
  for (let count = 0; count < 9; count++)
    await emulator.fetch("/api/voices/public", { headers: bearer });
  await emulator.fetch(hp, { method: "POST", headers: { ...bearer, ...json }, body: "{}" });
  const listed = [
    /^ {2}createHpJob → 422 \(At \/[^)]*\)$/,
    ...Array(8).fill(/^ {2}listPublicVoices → 200$/),
    /^ {2}listPublicVoices → 503 \(fault: status; This refusal was asked for\.\)$/,
    /^ {2}… and 1 more$/,
  ];
  const { message } = expectError(() => emulator.expect(expectation));
  expect(message.slice(0, says.length)).toBe(says);
  const lines = message.slice(says.length + 1).split("\n");
  expect(lines.slice(0, listed.length)).toEqual(listed.map((line) => expect.stringMatching(line)));
  const nearest =
    expectation.body === undefined
      ? []
      : ["The nearest body, of request 11, differs:", "  /music: expected 7, received nothing"];
  expect(lines.slice(listed.length)).toEqual(nearest);
});

test("an expectation of one who has received nothing says so", async () => {
  const emulator = await start({ listen: false });
  emulator.faults.add({ effect: "hang" });
  const { message } = expectError(() => emulator.expect({ operation: "getHpJob", times: 3 }));
  expect(message).toBe(
    'Expected getHpJob 3 times, received it 0 times.\nNothing was received.\nThe fault fault-1 has hit no request: {"effect":"hang"}',
  );
  emulator.faults.clear();
});

function expectError(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}
