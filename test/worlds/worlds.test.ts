/**
 * Three owners answer, each a world of its own: their words go through answers, apply, generate and format in a copy of this repository,
 * without an edit by hand. Then everything in the copy has to be true of the service that they have described.
 */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Gap } from "openapi-gaps";
import { isObject, type JsonObject, type OpenApiDocument } from "openapi-gaps/document";
import type { RunResult } from "../../conformance/src/result.ts";
import { runConformance } from "../../conformance/src/run.ts";
import { doubtIn } from "../../scripts/lint/source-rules.js";
import { runGo, useGoClient } from "../support/go.ts";
import { findPython } from "../support/python.ts";
import { RepositoryCopy } from "../support/repository-copy.ts";
import { requires, tools } from "../support/requires.ts";
import { type Reply, startService, type Told, token, type WorldName, worlds } from "./service.ts";

const run = promisify(execFile);

/** What developers read: types, doc comments, help, the bundle, and what is written by hand beside them. */
const generated = [
  "generated/{openapi.yaml,*.ts,command/*.ts}",
  "clients/python/src/video_generation/_generated/*.py",
  "clients/go/*.gen.go",
];
const handWritten = [
  "clients/{typescript,python,go,command}/README.md",
  "clients/{typescript,command}/src/{client,options,wait,save,download,index,program}.ts",
  "clients/python/src/video_generation/{client,download,errors,waiting}.py",
  "clients/go/{client,download,errors,wait}.go",
  "openapi/workflows/*.yaml",
];
/** Those about the service; others say how this project treats what is open. */
const pages = [
  "dist/site/{operation-*,authentication,command,errors-and-retries,hp-jobs,index,lipsync}.md",
  "dist/site/{operations,quickstart,reference,sdks,slides,test-your-app,waiting}.md",
];

/** A lie of a service: a change of its replies, and what a run has to say about it. */
type Lie = [what: string, alter: (reply: Reply, told: Told) => Reply, says: RegExp];

const to =
  (wanted: string, change: (body: JsonObject) => JsonObject) =>
  (reply: Reply, { operationId, isSuccess }: Told): Reply =>
    operationId === wanted && isSuccess && isObject(reply.body)
      ? { ...reply, body: change(reply.body) }
      : reply;
const withCode =
  (wanted: string, status: number) =>
  (reply: Reply, { operationId, isSuccess }: Told): Reply =>
    operationId === wanted && isSuccess ? { ...reply, status } : reply;
const onceEnded = (change: (output: JsonObject) => unknown) =>
  to("getHpJob", (job) =>
    isObject(job["output"]) && Object.keys(job["output"]).length > 0
      ? { ...job, output: change(job["output"]) as JsonObject }
      : job,
  );

/** Whatever an owner has answered. */
const lies: Lie[] = [
  ["another code for a create", withCode("createHpJob", 203), /createHpJob status.*203/],
  ["another code for a read", withCode("getHpJob", 203), /getHpJob status.*203/],
  [
    "a receipt without an identifier",
    to("createHpJob", ({ job_id: _, ...receipt }) => receipt),
    /createHpJob .*job_id/,
  ],
  [
    "another job than the one that was asked for",
    to("getHpJob", (job) => ({ ...job, job_id: "job-0" })),
    /getHpJob \/job_id: .*asked for/,
  ],
  ["an output that is a number", onceEnded(() => 7), /getHpJob \/output/],
  [
    "a list under another name",
    to("listPublicAvatars", ({ avatars_list: list = [] }) => ({ avatars: list })),
    /listPublicAvatars .*avatars_list/,
  ],
  [
    "a request that had to be refused",
    (reply, { isSuccess }) => (isSuccess ? reply : { ...reply, status: 200 }),
    /must be refused|must fail/,
  ],
];

interface World {
  /** Fields of an HP job beside those that each world takes. */
  segments: JsonObject;
  /** Of a job that has ended well, and of one that has failed. */
  ended: string;
  failed?: string;
  /** A lie about what this owner alone has said. */
  lie: Lie;
  /** What the owner has said, as it stands in types, docstrings and help. */
  said: string;
  /** A program that compiles in this world alone. */
  typed: string;
  /** The segments in Go. */
  inGo: string;
}

const described: Record<WorldName, World> = {
  a: {
    segments: { variables: [{ start_time: "00:01", end_time: "00:03" }] },
    ...{ ended: "done", failed: "failed" },
    lie: [
      "a status that is not listed",
      to("getHpJob", (job) => ({ ...job, status: "paused" })),
      /getHpJob \/status/,
    ],
    said: "Minutes and seconds, as MM:SS.",
    typed: `
const status: JobStatus = "queued" as "queued" | "rendering" | "done" | "failed";
const time: string = {} as SegmentTime;
// @ts-expect-error: no other status
const other: JobStatus = "paused";
`,
    inGo: `Variables: []vg.HpSegment{{StartTime: "00:01", EndTime: "00:03"}}`,
  },
  b: {
    segments: { customizations: [{ start_time: 25, end_time: 75 }] },
    ...{ ended: "completed", failed: "error" },
    lie: [
      "a count that is a text",
      onceEnded((output) => ({ ...output, count: "2" })),
      /getHpJob \/output.*count/,
    ],
    said: "Frames of the base video.",
    typed: `
const time: number = {} as SegmentTime;
const count: number | undefined = ({} as HpJobResult).count;
const voices: VoiceList = await ({} as Client).listCustomVoices();
// @ts-expect-error: frames are numbers
const text: SegmentTime = "1";
`,
    inGo: `Customizations: []vg.HpSegment{{StartTime: 25, EndTime: 75}}`,
  },
  c: {
    segments: { variables: [{ start_time: "1.5", end_time: "3" }] },
    ended: "ready",
    lie: [
      "a receipt that is a page",
      (reply, { operationId, isSuccess }) =>
        operationId === "createHpJob" && isSuccess
          ? { ...reply, mediaType: "text/html", body: "<h1>Thank you</h1>" }
          : reply,
      /createHpJob .*(body|Content-Type)/i,
    ],
    said: "Seconds. Half seconds work too.",
    typed: `
const status: JobStatus = "rendering" as "ready" | "rendering";
const time: SegmentTime = "1" as string | number;
`,
    inGo: `Variables: []vg.HpSegment{{StartTime: vg.SegmentTimeString("1.5"), EndTime: vg.SegmentTimeInteger(3)}}`,
  },
};

const requestOf = (project: string, segments: JsonObject): JsonObject => ({
  ...{ project_name: project, base_video_url: "https://media.example/base.mp4" },
  ...{ variable_count: 1, data_slice_start_index: 1, data_slice_end_index: 2 },
  ...{ data_xlsx_url: "https://media.example/rows.xlsx", music: false, ...segments },
});

describe.each(worlds)("in world %s", (name) => {
  const { segments, ended, failed, lie, said, typed, inGo } = described[name];
  let copy: RepositoryCopy;
  let document: OpenApiDocument;
  /** Where nobody had answered. */
  let before: Gap[];

  const read = async (file: string): Promise<any> => JSON.parse(await copy.read(file));

  beforeAll(async () => {
    copy = await RepositoryCopy.create();
    copy.environment = { VIDEO_TOKEN: token };
    before = (await read("generated/gaps.json")).gaps;
    const contract = ["--contract", "openapi/openapi.yaml"];
    const gaps = "gaps/src/cli.ts";
    for (const command of [
      [gaps, "answers", `test/worlds/answers-${name}.yaml`, ...contract],
      [gaps, "apply", "answers.overlay.yaml", ...contract],
      ["scripts/cli.ts", "generate"],
      ["node_modules/oxfmt/bin/oxfmt"],
    ]) {
      const { exitCode, output } = await copy.run(...command);
      expect(exitCode, `${command.join(" ")}\n${output}`).toBe(0);
    }
    document = await read("generated/openapi.json");
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  test("everything compiles, and nothing is left to format", async () => {
    const { exitCode, output } = await copy.run("scripts/test.ts", "--checks", "code", "format");
    expect(exitCode, output).toBe(0);
  });

  test("types are what the owner has said, and samples of guides compile with them", async () => {
    const names = typed.match(/\b(?:JobStatus|SegmentTime|HpJobResult|VoiceList|Client)\b/g)!;
    const list = [...new Set(names)].join(", ");
    const from = "./clients/typescript/src/index.ts";
    await copy.write("use.ts", `import type { ${list} } from "${from}";\n${typed}\nexport {};\n`);
    const project =
      '{ "extends": "./tsconfig.json", "include": ["use.ts", "docs/samples/guides"], "compilerOptions": { "noUnusedLocals": false } }';
    await copy.write("tsconfig.use.json", project);
    const { output } = await copy.run("node_modules/typescript/bin/tsc", "-p", "tsconfig.use.json");
    expect(output).toBe("");
  });

  test("what was said stands wherever the note stood, and the advice of before nowhere", async () => {
    // The pages are the same for all: one world shows them.
    if (name === "a") await copy.run("scripts/cli.ts", "site");
    const places = {
      types: "generated/schema.d.ts",
      "help of the command": "generated/command/commands.ts",
      bundle: "generated/openapi.yaml",
      Python: "clients/python/src/video_generation/_generated/types.py",
      Go: "clients/go/types.gen.go",
      ...(name === "a" && { site: "dist/site/reference.md", register: "dist/site/gaps.md" }),
    };
    const { gaps } = await read("generated/gaps.json");
    const open = new Set((gaps as Gap[]).map(({ id }) => id));
    const closed = before.filter(({ id }) => !open.has(id));
    for (const [place, file] of Object.entries<string>(places)) {
      // As a reader has it: lines that were broken are one text.
      const text = (await copy.read(file)).replaceAll(/[\s*/#>|"]+/g, " ");
      if (place !== "help of the command") expect(text, place).toContain(said);
      const old = closed.filter(({ reading }) =>
        text.includes(reading.replaceAll(/[\s*/#>|"]+/g, " ")),
      );
      expect(
        old.map(({ id }) => id),
        `advice that stays in: ${place}`,
      ).toEqual([]);
    }
    // Where all is answered, nothing says that something is open.
    const written = name === "a" ? [...generated, ...handWritten, ...pages] : [];
    for (const file of globSync(written, { cwd: copy.folder })) {
      const lines = (await copy.read(file)).split("\n");
      expect(lines.filter(doubtIn), `open words that stay in ${file}`).toEqual([]);
    }
  });

  test("a run finds nothing wrong with the service, nor with the emulator, and the same of both", async () => {
    const outcomesAt = async (url: string) => {
      const { exitCode, output } = await copy.run(
        ...["conformance/src/cli.ts", "run", "--base-url", url, "--token-env", "VIDEO_TOKEN"],
        ...["--create", "--yes", "--report", "report"],
      );
      expect(exitCode, output).toBe(0);
      const { workflows }: RunResult = await read("report/result.json");
      return workflows.map(({ name: workflow, outcome }) => `${workflow}: ${outcome}`);
    };
    await using service = await startService(name);
    const ofService = await outcomesAt(service.origin);
    expect(ofService.filter((each) => /: (differs|unfinished)/.test(each))).toEqual([]);
    const options = ["--port", "0", "--render", "100ms", "--token", token];
    const emulator = copy.start("emulator/src/cli.ts", ...options);
    const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(emulator.output())![0];
    await vi.waitFor(address, { timeout: 60_000 });
    expect(await outcomesAt(address())).toEqual(ofService);
    // It takes what the owner's service takes, with the code that the owner has told.
    const create = async (base: string) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify(requestOf("Welcome", segments));
      const response = await fetch(`${base}/api/hp_job`, { method: "POST", headers, body });
      return response.status;
    };
    if (name !== "c") expect(await create(address())).toBe(await create(service.origin));
    emulator.interrupt();
    await emulator.ended;
  });

  test.each([...lies, lie])("a run names the lie: %s", async (_, alter, says) => {
    await using service = await startService(name, { alter });
    const { result } = await runConformance(document, {
      ...{ baseUrl: service.origin, token, create: true, intervalMs: 5, waitLimitMs: 5_000 },
    });
    const found = result.workflows.flatMap(({ disagreements }) =>
      disagreements.map(({ operation, place, problem }) => `${operation} ${place}: ${problem}`),
    );
    expect(found.join("\n")).toMatch(says);
  });

  describe("a client waits and saves with its defaults:", () => {
    const request = (project: string) => requestOf(project, segments);
    const projects = failed ? ["Welcome", "Broken"] : ["Welcome"];
    const requests = JSON.stringify(projects.map(request));
    /** What each program prints: where the wait ended, how much was saved, and whether that was an error. */
    const printed = [`${ended} 1 ok`, ...(failed ? [`${failed} error`] : [])].join("\n");

    test("TypeScript", async () => {
      await using service = await startService(name);
      await copy.write(
        "wait.ts",
        `import { createClient } from "./clients/typescript/src/index.ts";
import { saveVideos } from "./clients/typescript/src/save.ts";
const [baseUrl = "", token = ""] = process.argv.slice(2);
const client = createClient({ baseUrl, token });
for (const request of ${requests}) {
  const { job_id } = await client.createHpJob(request as never);
  const job = await client.waitForHpJob(job_id, { intervalMs: 1 });
  const saved = await saveVideos(job, "videos-" + job_id, { baseUrl, token }).catch(() => undefined);
  console.log(job.status, saved ? saved.saved.length + " ok" : "error");
}
`,
      );
      expect((await copy.run("wait.ts", service.origin, token)).output.trim()).toBe(printed);
    });

    test("the command", async () => {
      await using service = await startService(name);
      copy.environment = {
        ...{ VIDEO_GENERATION_BASE_URL: service.origin, VIDEO_GENERATION_TOKEN: token },
        ...{ XDG_STATE_HOME: join(copy.folder, "state"), VIDEO_TOKEN: token },
      };
      const codes = [];
      for (const project of projects) {
        await copy.write("request.json", JSON.stringify(request(project)));
        const words = ["--file", "request.json", "--wait", "--interval", "1ms", "--yes"];
        const save = ["--download", `films-${project}`];
        const cli = "clients/command/src/cli.ts";
        const { exitCode, output } = await copy.run(cli, "hp", "create", ...words, ...save);
        codes.push(`${exitCode} ${/"status": "(\w+)"/.exec(output)?.[1] ?? output}`);
      }
      expect(codes).toEqual([`0 ${ended}`, ...(failed ? [`9 ${failed}`] : [])]);
    });

    test("Python", requires(tools.httpx), async () => {
      await using service = await startService(name);
      await copy.write(
        "wait.py",
        `import json, sys
from video_generation import Client, SaveError

with Client(sys.argv[1], sys.argv[2]) as client:
    for request in json.loads(sys.argv[3]):
        receipt = client.create_hp_job(request)
        job = client.wait_for_hp_job(receipt.job_id, interval=0.001)
        try:
            print(job.status, len(client.save_videos(job, "clips-" + job.job_id).saved), "ok")
        except SaveError:
            print(job.status, "error")
`,
      );
      const env = { PYTHONPATH: join(copy.folder, "clients/python/src") };
      const words = ["wait.py", service.origin, token, requests];
      const { stdout } = await run(findPython("httpx")!, words, { cwd: copy.folder, env });
      expect(stdout.trim()).toBe(printed);
    });

    test("Go", requires(tools.go), async () => {
      await using service = await startService(name);
      const folder = join(copy.folder, "wait-in-go");
      await copy.write(
        "wait-in-go/main.go",
        `package main

import (
	"context"
	"fmt"
	"os"
	"time"

	vg "video-generation.example/videogeneration"
)

func main() {
	ctx := context.Background()
	client, _ := vg.New(vg.Options{BaseURL: os.Args[1], Token: vg.Token(os.Args[2])})
	for _, project := range os.Args[3:] {
		request := vg.HpJobInput{
			ProjectName: project, BaseVideoURL: "https://media.example/base.mp4", VariableCount: 1,
			DataSliceStartIndex: 1, DataSliceEndIndex: 2, DataXlsxURL: "https://media.example/rows.xlsx",
			${inGo},
		}
		receipt, err := client.CreateHpJob(ctx, request)
		if err != nil {
			panic(err)
		}
		job, err := client.WaitForHpJob(ctx, receipt.JobID, vg.WaitOptions{Interval: time.Millisecond})
		if err != nil {
			panic(err)
		}
		saved, err := client.SaveVideos(ctx, job, "reels-"+job.JobID, vg.DownloadOptions{})
		if err != nil {
			fmt.Println(job.Status, "error")
		} else {
			fmt.Println(job.Status, len(saved), "ok")
		}
	}
}
`,
      );
      await useGoClient(folder, join(copy.folder, "clients/go"));
      const words = ["run", ".", service.origin, token, ...projects];
      expect((await runGo(folder, "go", ...words)).trim()).toBe(printed);
    });
  });
});

test("each answer file of a world names every gap, or says why not", async () => {
  const { gaps } = JSON.parse(await readFile("generated/gaps.json", "utf8")) as { gaps: Gap[] };
  for (const name of ["a", "b"]) {
    const text = await readFile(join(import.meta.dirname, `answers-${name}.yaml`), "utf8");
    expect(gaps.filter(({ id }) => !text.includes(`\n  ${id}:`)).map(({ id }) => id)).toEqual([]);
  }
});
