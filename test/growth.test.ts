/** What the contract gains, every client has: an operation, a field and a listed value, by generating alone; and the emulator, by a line. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { type FaultServer, sendJson, startFaultServer } from "../clients/faults/fault-server.ts";
import { applyActions } from "openapi-gaps";
import { bundleContract } from "../scripts/support/contract.ts";
import { hpRequest, lipsyncRequest, slidesRequest } from "./support/example-requests.ts";
import { frozenContract } from "./support/frozen.ts";
import { generateFiles } from "../scripts/emit/generate.ts";
import { findPython, strictMypy } from "./support/python.ts";
import { RepositoryCopy } from "./support/repository-copy.ts";
import { runGo } from "./support/go.ts";
import { requires, tools } from "./support/requires.ts";

const run = promisify(execFile);

let copy: RepositoryCopy;
let service: FaultServer;

beforeAll(async () => {
  copy = await RepositoryCopy.create();
  const { document } = bundleContract();
  // Of two types, as long as a gap says so.
  document.components.schemas["SegmentTime"] = frozenContract.components.schemas["SegmentTime"]!;
  const overlay = await readFile(join(import.meta.dirname, "support/growth.overlay.yaml"), "utf8");
  applyActions(document, parse(overlay).actions);
  for (const [file, text] of await generateFiles({ ...bundleContract(), document }))
    await copy.write(file, text);
});
afterAll(() => copy[Symbol.asyncDispose]());

beforeEach(async () => {
  service = await startFaultServer({
    respond: (response) => {
      const links = { self: "a", from: "b", "two words": "c" };
      sendJson(response, { job_id: "job-1", eta: 7, either: 8, links, voices_list: [] });
    },
  });
  return () => service.close();
});

/** What every program below sends, and prints. */
function expectUse(printed: string): void {
  expect(printed.trim()).toBe("7 b c");
  const sent = service.received.map(({ method, path, body }) => `${method} ${path} ${body}`);
  expect(sent).toEqual([
    "GET /api/voices/custom ",
    expect.stringMatching(/^POST \/api\/express_lipsync_video .*"model": ?"v3"/),
    expect.stringMatching(/^POST \/api\/hp_job .*"tempo": ?5/),
    "GET /api/hp_job/job-1 ",
    "GET /api/a/b/c/d ",
  ]);
  expect(service.received[2]?.body).toMatch(/"filter": ?\{"from": ?"a"/);
}

test("TypeScript", async () => {
  await copy.write(
    "use.ts",
    `import { createClient, type FilterBy } from "./clients/typescript/src/index.ts";
const client = createClient({ baseUrl: process.argv[2] ?? "", token: "token" });
await client.listCustomVoices();
await client.createLipsyncVideo(${JSON.stringify({ ...lipsyncRequest(), model: "v3" })});
const filter: FilterBy = { from: "a", self: "b c", limit: 2.5, turn: 90, kinds: ["x"], mode: "very-slow" };
await client.createHpJob({ ...${JSON.stringify(hpRequest())}, tempo: 5, filter: { from: "a", inner: filter } });
// @ts-expect-error: the contract lists other values
filter.mode = "slow";
const { eta, links }: { eta?: number; links?: { from?: string; "two words"?: string } } = await client.getHpJob("job-1");
await client.getThing("a", "b", "c", "d");
console.log(eta, links?.from, links?.["two words"]);
`,
  );
  await copy.write("tsconfig.use.json", '{ "extends": "./tsconfig.json", "include": ["use.ts"] }');
  const checked = await copy.run("node_modules/typescript/bin/tsc", "-p", "tsconfig.use.json");
  expect(checked.output).toBe("");
  expectUse((await copy.run("use.ts", service.baseUrl)).output);
});

test("Python", requires(tools.mypy), async () => {
  await copy.write(
    "use.py",
    `import sys
from video_generation import Client
from video_generation.types import HpJobInput

request: HpJobInput = {
    "project_name": "Videos", "base_video_url": "https://example.com/base-video", "variable_count": 1,
    "data_slice_start_index": 1, "data_slice_end_index": 3, "data_xlsx_url": "https://example.com/data.xlsx",
    "music": True, "tempo": 5, "variables": [{"start_time": 1, "end_time": "3"}],
    "filter": {"from": "a", "inner": {"from": "b", "self": "b c", "kinds": ["x"], "mode": "very-slow"}},
}
with Client(sys.argv[1], "token") as client:
    client.list_custom_voices()
    client.create_lipsync_video(${JSON.stringify({ ...lipsyncRequest(), model: "v3" })})
    client.create_hp_job(request)
    job = client.get_hp_job("job-1")
    assert job.links is not None
    client.get_thing("a", "b", "c", "d")
    print((job.eta or 0) + 0, job.links.from_, job.links.two_words)
`,
  );
  const source = join(copy.folder, "clients/python/src");
  const options = { cwd: copy.folder, env: { PYTHONPATH: source, MYPYPATH: source } };
  const python = findPython("httpx", "mypy")!;
  await run(python, [...strictMypy, "use.py"], options);
  expectUse((await run(python, ["use.py", service.baseUrl], options)).stdout);
  expect(service.received[2]?.body).toContain('"start_time": 1, "end_time": "3"');
});

test("Go", requires(tools.go), async () => {
  await copy.write(
    "clients/go/use/main.go",
    `package main

import (
	"context"
	"fmt"
	"os"

	vg "video-generation.example/videogeneration"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := must(vg.New(vg.Options{BaseURL: os.Args[1], Token: "token"}))
	must(client.ListCustomVoices(ctx))
	must(client.CreateLipsyncVideo(ctx, vg.LipsyncVideoInput{Model: vg.LipsyncModelV3}))
	must(client.CreateHpJob(ctx, vg.HpJobInput{ProjectName: "Videos", Tempo: vg.Ptr(int64(5)), Variables: []vg.HpSegment{
		{StartTime: vg.SegmentTimeInteger(1), EndTime: vg.SegmentTimeString("3"), VariablePreText: vg.Ptr("")},
	}, Filter: &vg.FilterBy{From: "a", Self: vg.Ptr(vg.FilterBySelfBC), Mode: vg.Ptr(vg.ModeVerySlow)}}))
	job := must(client.GetHpJob(ctx, "job-1"))
	must(client.GetThing(ctx, "a", "b", "c", "d"))
	if job.Either == nil {
		panic("one of two types is lost")
	}
	fmt.Println(job.Eta, job.Links.From, job.Links.TwoWords)
}
`,
  );
  const folder = join(copy.folder, "clients/go");
  expect(await runGo(folder, "gofmt", "-l", ".")).toBe("");
  expectUse(await runGo(folder, "go", "run", "./use", service.baseUrl));
  expect(service.received[2]?.body).toContain(
    '{"start_time":1,"end_time":"3","variable_pre_text":""}',
  );
});

test("the emulator does not compile without an operation or a gap, and serves it as CONTRIBUTING says", async () => {
  const compile = () => copy.run("node_modules/typescript/bin/tsc", "-p", "tsconfig.emulator.json");
  await copy.write(
    "tsconfig.emulator.json",
    '{ "extends": "./tsconfig.json", "include": ["emulator/src/service/*.ts"] }',
  );
  expect((await compile()).output).toMatch(
    /operations\.ts[^]* missing the following properties.*: listCustomVoices, getDynamicSlideVideo, getThing/,
  );
  await copy.edit("emulator/src/service/operations.ts", (text) =>
    text.replace("listPublicVoices: list,", "$& listCustomVoices: list, getThing: list,"),
  );
  expect((await compile()).output).toMatch(
    /operations\.ts[^]*Property 'getDynamicSlideVideo' is missing/,
  );
  await copy.edit("emulator/src/service/kinds.ts", (text) =>
    text.replace(
      "createDynamicSlideVideo: {",
      `$&
    readBack: {
      operation: "getDynamicSlideVideo",
      show: ({ id, status }) => ({ job_id: id, status, output: "" }),
    },`,
    ),
  );
  expect((await compile()).output).toBe("");
  const table = "emulator/src/service/behaviours.ts";
  const whole = await copy.read(table);
  await copy.write(table, whole.replace('"hp-meaning":', '"hp-meanings":'));
  expect((await compile()).output).toMatch(/behaviours\.ts.*'"hp-meanings"' does not exist/);
  await copy.write(table, whole.replace(/^ *"hp-meaning":.*\n/m, ""));
  expect((await compile()).output).toMatch(/Property '"hp-meaning"' is missing in type/);
  await copy.write(table, whole);
  await copy.write(
    "use-emulator.ts",
    `import { createEmulator } from "./emulator/src/index.ts";
const emulator = await createEmulator({ listen: false });
const headers = { authorization: \`Bearer \${emulator.token}\`, "content-type": "application/json" };
const body = ${JSON.stringify(JSON.stringify(slidesRequest()))};
const created = await emulator.fetch("/api/template_dynamic_slide_video", { method: "POST", headers, body });
const { job_id } = await created.json();
emulator.faults.add({ effect: "status", status: 503, operation: "getDynamicSlideVideo" });
for (const path of [job_id, job_id, "unknown"]) {
  const response = await emulator.fetch("/api/template_dynamic_slide_video/" + path, { headers });
  console.log(response.status, (await response.json()).job_id === job_id);
}
console.log((await emulator.fetch("/api/voices/custom", { headers })).status);
console.log(emulator.expect({ operation: "getDynamicSlideVideo", times: 3 }).length);
await emulator.close();
`,
  );
  const { output } = await copy.run("use-emulator.ts");
  expect(output.trim().split("\n")).toEqual(["503 false", "200 true", "404 false", "200", "3"]);
});
