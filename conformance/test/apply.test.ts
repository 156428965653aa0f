import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { glob, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import * as prettier from "prettier";
import { parse, parseDocument, stringify } from "yaml";
import { lineWidth } from "../src/apply/source-editor.ts";
import { recover, takeOver } from "../src/apply/take-over.ts";
import type { OpenApiDocument } from "../../scripts/contract/document.ts";
import { collectGaps } from "../../scripts/contract/gaps.ts";
import { RepositoryCopy } from "../../scripts/support/repository-copy.ts";
import { operationsOf, resolved, validatorOf } from "../../test/support/contract.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { observableGaps } from "../src/evidence.ts";
import { commandFile, runCommand } from "./support/command.ts";
import { completeRecording, harOf } from "./support/recording.ts";

const calls = completeRecording(200);
const contractFolders = ["openapi", "generated"];
const contract = await readBundle();
let overlay: Overlay;

beforeAll(async () => {
  await using folder = await temporaryFolder();
  await folder.write("recording.har", harOf(calls));
  const service = ["--base-url", "https://service.example", "--environment", "test"];
  await runCommand(folder.path, "observe", "recording.har", ...service);
  const { output } = await runCommand(folder.path, "propose", "observations.json");
  expect(output).toContain("12 of 12 gaps would be closed");
  overlay = parse(await readFile(join(folder.path, "proposal.overlay.yaml"), "utf8"));
}, 60_000);

/** Applies an overlay to a copy of the repository. */
async function applyIn(copy: RepositoryCopy, changed: unknown) {
  await copy.write(
    "proposal.overlay.yaml",
    typeof changed === "string" ? changed : stringify(changed),
  );
  return copy.run(commandFile, "apply", join(copy.folder, "proposal.overlay.yaml"));
}

describe("a reviewed overlay", () => {
  it("becomes part of the contract, once", { timeout: 120_000 }, async () => {
    await using copy = await RepositoryCopy.create();
    const before = collectGaps(await bundleIn(copy)).map(({ id }) => id);

    const { exitCode, output } = await applyIn(copy, overlay);

    expect(exitCode, output).toBe(0);
    const changed = await bundleIn(copy);
    const closed = [...new Set(overlay.actions.map((action) => action["x-closes"]))];
    const after = collectGaps(changed).map(({ id }) => id);
    expect(closed).toHaveLength(12);
    expect(after).toEqual(before.filter((id) => !closed.includes(id)));
    expect(changed.components.schemas["JobStatus"]).toMatchObject({
      enum: ["rendering", "completed", "failed"],
      "x-verified": [{ gap: "job-status-values", environment: "test", date: "2026-03-04" }],
    });
    expect(changed.components.schemas["JobStatus"]).not.toHaveProperty("x-extensible-enum");
    expect(recordedAnswersRefused(changed)).toEqual([]);
    const generated = await copy.run("scripts/cli.ts", "fresh");
    expect(generated.exitCode, generated.output).toBe(0);
    const formatted = await copy.run(
      "node_modules/prettier/bin/prettier.cjs",
      "--check",
      "openapi",
    );
    expect(formatted.exitCode, formatted.output).toBe(0);

    const fingerprint = await copy.fingerprint(...contractFolders);
    const again = await applyIn(copy, overlay);
    expect(again.exitCode).toBe(1);
    expect(again.output).toMatch(/Observe and propose again/);
    expect(await copy.fingerprint(...contractFolders)).toBe(fingerprint);
  });
});

describe("each gap that recordings close can be closed alone:", () => {
  const gaps = observableGaps(contract).map(({ gap }) => gap.id);
  it.each(gaps)("%s", { timeout: 120_000 }, async (gap) => {
    await using copy = await RepositoryCopy.create();
    const { exitCode, output } = await applyIn(copy, only(gap));
    expect(exitCode, output).toBe(0);
    expect(output).toContain(`Closed: ${gap}\n`);
    const open = collectGaps(await bundleIn(copy)).map(({ id }) => id);
    expect(open).not.toContain(gap);
    expect(open).toHaveLength(collectGaps(contract).length - 1);
  });
});

/** The calls whose recorded answer the contract does not accept. */
function recordedAnswersRefused(contract: OpenApiDocument): string[] {
  const validator = validatorOf(contract);
  const operations = operationsOf(contract);
  return calls.flatMap(({ method, url, sent, answer }) => {
    const verb = method ?? (sent === undefined ? "get" : "post");
    const operation = operations.find(
      ({ method: candidate, path }) =>
        candidate === verb && new RegExp(`^${path.replace(/\{\w+\}/, "[^/]+")}$`).test(url),
    )!;
    const success = resolved(contract, (operation.node["responses"] as never)["2XX"]);
    expect(success["content"]).toHaveProperty(["application/json"]);
    const validate = validator(
      `${operation.pointer}/responses/2XX/content/application~1json/schema`,
    );
    return validate(answer) ? [] : [`${url}: ${JSON.stringify(validate.errors)}`];
  });
}

async function bundleIn(copy: RepositoryCopy): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(join(copy.folder, "generated/openapi.json"), "utf8"));
}

interface Refusal {
  what: string;
  overlay: () => unknown;
  /** Changes the contract between the proposal and its application. */
  edit?: (copy: RepositoryCopy) => Promise<void>;
  exitCode: number;
  says: RegExp;
}

const only = (gap: string) => ({
  ...overlay,
  actions: overlay.actions.filter((action) => action["x-closes"] === gap),
});
const changed = (change: (action: Overlay["actions"][number]) => object) => {
  const [first, ...rest] = only("avatar-fields").actions;
  return { ...overlay, actions: [{ ...first, ...change(first!) }, ...rest] };
};

const refusals: Refusal[] = [
  {
    what: "whose expectation does not hold any more",
    overlay: () => only("job-status-values"),
    edit: (copy) =>
      copy.edit("openapi/shared/JobStatus.yaml", (text) =>
        text.replace("  - rendering\n", "  - rendering\n  - queued\n"),
      ),
    exitCode: 1,
    says: /`x-extensible-enum` is \["rendering","queued"\], not \["rendering"\]/,
  },
  {
    what: "whose target is gone",
    overlay: () => changed(() => ({ target: "$.components.schemas.Actress" })),
    exitCode: 1,
    says: /\$\.components\.schemas\.Actress selects nothing/,
  },
  {
    what: "whose target is no JSONPath",
    overlay: () => changed(() => ({ target: "components/schemas" })),
    exitCode: 1,
    says: /is no JSONPath/,
  },
  {
    what: "that breaks a rule of the contract",
    overlay: () =>
      changed(() => ({ update: { properties: { "Not A Name": { type: "string" } } } })),
    exitCode: 1,
    says: /nothing was changed[\s\S]+openapi\/avatars\/Avatar\.yaml:\d+/,
  },
  {
    what: "that is no overlay",
    overlay: () => ({ openapi: "3.1.1" }),
    exitCode: 2,
    says: /is not an overlay/,
  },
  { what: "that is not YAML", overlay: () => "actions: [", exitCode: 2, says: /is not YAML/ },
  {
    what: "with an action that is not ours",
    overlay: () => changed(() => ({ "x-closes": undefined })),
    exitCode: 2,
    says: /x-closes/,
  },
];

describe("an overlay is refused, and nothing changes,", () => {
  it.each(refusals)(
    "$what",
    { timeout: 60_000 },
    async ({ overlay: made, edit, exitCode, says }) => {
      await using copy = await RepositoryCopy.create();
      await edit?.(copy);
      const before = await copy.fingerprint(...contractFolders);
      const result = await applyIn(copy, made());
      expect(result.output).toMatch(says);
      expect(result.exitCode).toBe(exitCode);
      expect(result.output).not.toMatch(/\n\s+at .+:\d+/);
      expect(result.output).not.toContain(`${copy.folder}/openapi`);
      expect(await copy.fingerprint(...contractFolders)).toBe(before);
    },
  );
});

describe("an overlay is taken over as a whole:", () => {
  it("ten kills leave the contract as it was, or as it will be", { timeout: 300_000 }, async () => {
    await using copy = await RepositoryCopy.create();
    await copy.write("proposal.overlay.yaml", stringify(only("avatar-fields")));
    const command = [commandFile, "apply", join(copy.folder, "proposal.overlay.yaml")];
    const before = await copy.fingerprint(...contractFolders);
    const begin = performance.now();
    await using other = await RepositoryCopy.create();
    await other.write("proposal.overlay.yaml", stringify(only("avatar-fields")));
    const whole = await other.run(
      commandFile,
      "apply",
      join(other.folder, "proposal.overlay.yaml"),
    );
    expect(whole.exitCode, whole.output).toBe(0);
    const duration = performance.now() - begin;
    const states = new Set<string>();
    for (let kill = 0; kill < 10; kill++) {
      const child = spawn(process.execPath, command, { cwd: copy.folder, stdio: "ignore" });
      const ended = once(child, "exit");
      const timer = setTimeout(() => child.kill("SIGKILL"), Math.random() * duration);
      await ended;
      clearTimeout(timer);
      states.add(await copy.fingerprint(...contractFolders));
    }
    // What a killed process has left does not stop the next.
    const last = await copy.run(...command);
    expect(last.output).toMatch(/Closed: avatar-fields|has changed since the proposal/);
    // The paths are part of a fingerprint, so the other copy is no measure.
    const after = await copy.fingerprint(...contractFolders);
    expect(after).not.toBe(before);
    for (const state of states) expect([before, after]).toContain(state);
    const fresh = await copy.run("scripts/cli.ts", "fresh");
    expect(fresh.exitCode, fresh.output).toBe(0);
  });

  it("a second process waits for its turn by being told so", { timeout: 60_000 }, async () => {
    await using copy = await RepositoryCopy.create();
    await mkdir(join(copy.folder, ".apply"));
    await copy.write(".apply/lock", String(process.pid));
    const { exitCode, output } = await applyIn(copy, only("avatar-fields"));
    expect(exitCode).toBe(1);
    expect(output).toContain(`Another apply (process ${process.pid}) is at work here`);
  });
});

describe("taking over files", () => {
  const files = new Map([
    ["a", "new a"],
    ["b", "new b"],
    ["c", "new c"],
  ]);
  const before = new Map([
    ["a", "old a"],
    ["b", "old b"],
    ["c", undefined],
  ]);
  async function folderWith(contents: Map<string, string | undefined>) {
    const folder = await temporaryFolder();
    for (const [name, text] of contents) if (text !== undefined) await folder.write(name, text);
    return folder;
  }
  const read = (folder: TemporaryFolder) =>
    new Map(
      ["a", "b", "c"].map((name) => {
        const path = join(folder.path, name);
        return [name, existsSync(path) ? readFileSync(path, "utf8") : undefined];
      }),
    );

  it("replaces them all", async () => {
    await using folder = await folderWith(before);
    takeOver(folder.path, join(folder.path, ".apply"), before, files);
    expect(read(folder)).toEqual(files);
    recover(folder.path, join(folder.path, ".apply"));
    expect(read(folder)).toEqual(files);
  });

  it("is refused when one was changed meanwhile", async () => {
    await using folder = await folderWith(new Map([...before, ["b", "edited"]]));
    expect(() => {
      takeOver(folder.path, join(folder.path, ".apply"), before, files);
    }).toThrow(/b was changed while the overlay was applied, so nothing was changed/);
    expect(read(folder).get("a")).toBe("old a");
    expect(read(folder).get("b")).toBe("edited");
  });

  it.each([0, 1, 2, 3])("is undone after a kill behind %i of them", async (done) => {
    await using folder = await folderWith(before);
    const scratch = join(folder.path, ".apply");
    const names = [...files.keys()];
    await mkdir(join(scratch, "old"), { recursive: true });
    for (const [index, name] of names.entries()) {
      const old = before.get(name);
      if (old !== undefined) await folder.write(`.apply/old/${index}`, old);
      if (index < done) await folder.write(name, files.get(name)!);
    }
    const journal = names.map((file) => ({ file, isNew: before.get(file) === undefined }));
    await folder.write(".apply/journal.json", JSON.stringify({ files: journal }));
    recover(folder.path, scratch);
    expect(read(folder)).toEqual(before);
  });
});

it("an edit leaves the lines around it alone: every file of the contract is as it would be written", async () => {
  for await (const file of glob("openapi/**/*.yaml")) {
    if (/openapi\/(overlays|workflows|outline)/.test(file)) continue;
    const text = await readFile(file, "utf8");
    const written = parseDocument(text).toString({ lineWidth });
    const options = await prettier.resolveConfig(file);
    expect(await prettier.format(written, { ...options, filepath: file }), file).toBe(text);
  }
});
