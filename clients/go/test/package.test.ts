/** The Go module: its own tests, the judgement of Go's tools, and what is installed from a proxy. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmulator } from "../../../emulator/src/index.ts";
import { packLanguages } from "../../../scripts/release/language-packages.ts";
import { goModule } from "../../../scripts/support/packages.ts";
import { goClient, goDriver, runGo, useGoClient } from "../../../test/support/go.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { readSamples } from "../../../test/support/samples.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";

const run = promisify(execFile);
const { path: module, version } = goModule();

describe("the module", requires(tools.go), () => {
  test("passes its own tests and examples", async () => {
    expect(await runGo(goClient, "go", "test", "-count=1", ".")).toMatch(/^ok/);
  });

  test("is as gofmt writes it, and go vet has nothing to say", async () => {
    for (const folder of [goClient, goDriver]) {
      expect(await runGo(folder, "gofmt", "-l", ".")).toBe("");
      expect(await runGo(folder, "go", "vet", "./...")).toBe("");
    }
  });

  test("pleases staticcheck", requires(tools.staticcheck), async () => {
    expect(await runGo(goClient, "go-staticcheck", "./...")).toBe("");
  });
});

/** Statements with a client, and what the compiler has to say of them; nothing for a right one. */
const calls: [statement: string, complaint: RegExp][] = [
  ['job, _ := client.GetHpJob(ctx, "job-1"); fmt.Println(job.Status + job.JobID)', /^$/],
  ["_, _ = client.CreateLipsyncVideo(ctx, vg.LipsyncVideoInput{Model: vg.LipsyncModelV1})", /^$/],
  // while segment-time-type is open
  ['_ = vg.HpVariable{StartTime: vg.SegmentTimeInteger(1), VariablePreText: vg.Ptr("Hi")}', /^$/],
  // end
  ["_, _ = client.GetHpJob(ctx, 5)", /cannot use 5/],
  ['_, _ = client.GetHpJob("job-1")', /not enough arguments/],
  ["_, _ = client.GetHpJobs(ctx)", /undefined/],
  ["_ = vg.HpJobInput{Tempo: 5}", /unknown field/],
  ['_ = vg.HpJobInput{Music: "loud"}', /cannot use "loud"/],
  // while segment-time-type is open
  ["_ = vg.HpVariable{StartTime: 1}", /cannot use 1/],
  ["_ = vg.SegmentTime{1}", /implicit assignment|unexported/],
  // end
  [
    '_ = vg.LipsyncVideoInput{Actor: vg.NewTextScript("", "", "")}',
    /does not implement|missing method/,
  ],
  ['_ = vg.NewAvatarActor("ada")', /not enough arguments/],
  ['_ = vg.AvatarActor{Use: "video"}', /unknown field/],
  ["var err *vg.APIError; _ = err.Pause", /undefined/],
];

describe("installed from a proxy", requires(tools.go), () => {
  let app: TemporaryFolder;
  beforeAll(async () => {
    app = await temporaryFolder();
    await packLanguages(app.path);
    await mkdir(join(app.path, "app"));
  });
  // Go writes its modules so that nobody can change them.
  afterAll(async () => {
    await goCommand("clean", "-modcache");
    await app.remove();
  });

  function goCommand(...words: string[]) {
    const env = {
      ...process.env,
      GOPROXY: `file://${join(app.path, "go")}`,
      GOMODCACHE: join(app.path, "modules"),
      GONOSUMDB: "*",
      GOFLAGS: "-mod=mod",
    };
    return run("go", words, { cwd: join(app.path, "app"), env });
  }

  test("finishes a job of the emulator with the first sample of the README", async () => {
    const [sample = ""] = await readSamples(join(goClient, "README.md"), "go");
    await writeFile(join(app.path, "app/main.go"), sample);
    await goCommand("mod", "init", "application.example");
    await goCommand("get", `${module}@${version}`);
    await goCommand("build", "-o", "sample", ".");
    const emulator = await createEmulator({ seed: 1, renderMs: 100 });
    const env = { VIDEO_GENERATION_BASE_URL: emulator.url, VIDEO_GENERATION_TOKEN: emulator.token };
    const { stdout } = await run(join(app.path, "app/sample"), { cwd: app.path, env });
    await emulator.close();
    expect(stdout).toMatch(/^(videos\/\w+-[123]\.mp4\n){3}$/);
  });
});

test("lets the compiler refuse the wrong calls, and no other", requires(tools.go), async () => {
  await using checked = await temporaryFolder();
  await useGoClient(checked.path);
  for (const [index, [statement]] of calls.entries()) {
    const name = join(checked.path, `call${index}`);
    await mkdir(name);
    await writeFile(
      join(name, "main.go"),
      `package main

import (
	"context"
	"fmt"

	vg "${module}"
)

func main() {
	ctx, client := context.Background(), (*vg.Client)(nil)
	fmt.Println(ctx, client)
	${statement}
}
`,
    );
  }
  const said = await runGo(checked.path, "go", "vet", ...calls.map((_, index) => `./call${index}`));
  for (const [index, [statement, complaint]] of calls.entries()) {
    const lines = said.split("\n").filter((line) => line.includes(`call${index}/main.go`));
    expect(lines.join("\n"), statement).toMatch(complaint);
  }
});
