/** The Go module: its own tests, the judgement of Go's tools, and what is installed from a proxy. */
import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createEmulator } from "../../../emulator/src/index.ts";
import { goModule } from "../../../scripts/support/packages.ts";
import { goClient, goDriver, runGo, useGoClient } from "../../../test/support/go.ts";
import { writeSharedCases } from "../../../test/support/shared-cases.ts";
import { offerPackages } from "../../../test/support/offered-packages.ts";
import { videosOf } from "../../../test/support/gaps.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { readSamples } from "../../../test/support/samples.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

const run = promisify(execFile);
const { path: module } = goModule();

describe("the module", requires(tools.go), () => {
  test("passes its own tests and examples", async () => {
    await using folder = await temporaryFolder();
    const shared = `SHARED_CASES=${await writeSharedCases(folder)}`;
    // A test that hangs is named, ten times later than all of them take.
    const words = ["go", "test", "-v", "-count=1", "-timeout=150s", "."];
    const said = await runGo(goClient, "env", shared, ...words);
    // What is told of each test would hide those that fail.
    const others = said.replace(/^(=== |\s*--- PASS:).*\n/gm, "");
    expect(others).toMatch(/^PASS\nok/);
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

/** A statement, and what the compiler has to say of it. */
type Call = [statement: string, complaint: RegExp];

const calls: Call[] = [
  ['job, _ := client.GetHpJob(ctx, "job-1"); fmt.Println(job.Status + job.JobID)', /^$/],
  ["_, _ = client.CreateLipsyncVideo(ctx, vg.LipsyncVideoInput{Model: vg.LipsyncModelV1})", /^$/],
  ["_, _ = client.GetHpJob(ctx, 5)", /cannot use 5/],
  ["_ = vg.HpJobInput{Tempo: 5}", /unknown field/],
  ["_ = vg.LipsyncVideoInput{Actor: vg.TextScript{}}", /does not implement|missing method/],
  ['_ = vg.AvatarActor{Use: "video"}', /unknown field/],
];

test("installs from the site, and its first sample saves videos", requires(tools.go), async () => {
  await using site = await offerPackages();
  const emulator = await createEmulator({ seed: 1, renderMs: 100 });
  await using app = await temporaryFolder();
  const env = {
    ...process.env,
    SITE: site.origin,
    GOMODCACHE: join(app.path, "modules"),
    VIDEO_GENERATION_BASE_URL: emulator.url,
    VIDEO_GENERATION_TOKEN: emulator.token,
  };
  const shell = (line: string) => run("sh", ["-ec", line], { cwd: app.path, env });
  const readme = join(goClient, "README.md");
  const [install = ""] = await readSamples(readme, "sh");
  const [sample = ""] = await readSamples(readme, "go");
  await shell(install);
  await app.write("main.go", sample);
  const { stdout } = await shell("go run .");
  const count = await videosOf(3, emulator);
  await emulator.close();
  // Go writes its modules so that nobody can change them.
  await shell("go clean -modcache");
  expect(stdout).toMatch(new RegExp(`^(videos/\\w+-[123]\\.mp4\n){${count}}$`));
  expect(await readdir(join(app.path, "videos"))).toHaveLength(count);
});

test("compiles its samples, and refuses wrong calls", requires(tools.go), async () => {
  await using checked = await temporaryFolder();
  await useGoClient(checked.path);
  const [, ...samples] = await readSamples(join(goClient, "README.md"), "go");
  expect(samples).toHaveLength(3);
  const all = [...calls, ...samples.map((sample): Call => [sample, /^$/])];
  for (const [index, [statement]] of all.entries()) {
    const name = join(checked.path, `call${index}`);
    await mkdir(name);
    await writeFile(
      join(name, "main.go"),
      `package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/url"
	"time"

	vg "${module}"
	videogeneration "${module}"
)

func main() {
	ctx, client, err := context.Background(), (*vg.Client)(nil), errors.New(time.Second.String())
	log.Println(ctx, client, err, videogeneration.Version)
	fmt.Println(url.PathEscape(""))
	${statement}
}
`,
    );
  }
  const said = await runGo(checked.path, "go", "vet", ...all.map((_, index) => `./call${index}`));
  for (const [index, [statement, complaint]] of all.entries()) {
    const lines = said.split("\n").filter((line) => line.includes(`call${index}/main.go`));
    expect(lines.join("\n"), statement).toMatch(complaint);
  }
});
