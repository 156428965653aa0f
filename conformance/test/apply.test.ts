import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { glob, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as prettier from "prettier";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseDocument, stringify } from "yaml";
import {
  applyAssumptions,
  type AssumingAction,
  collectAssumptions,
} from "../../scripts/contract/assumptions.ts";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { collectClosedGaps, collectGaps } from "../../gaps/src/notes/gaps.ts";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { exampleProblems } from "../../scripts/lint/example-problems.ts";
import { disagreements } from "../../scripts/lint/facts/check.ts";
import { loadSpectral } from "../../scripts/lint/spectral.ts";
import { RepositoryCopy } from "../../scripts/support/repository-copy.ts";
import { operationsOf, resolved, validatorOf } from "../../test/support/contract.ts";
import { type TemporaryFolder, temporaryFolder } from "../../test/support/temporary-folder.ts";
import { planChanges } from "../src/apply/plan.ts";
import { partFiles, withoutOpenParts } from "../src/apply/remove-open-parts.ts";
import { emulatorFile } from "../src/apply/settle-assumptions.ts";
import { lineWidth } from "../src/apply/source-editor.ts";
import { recover, takeOver } from "../src/apply/take-over.ts";
import { rewriteGuides } from "../src/overlay/guides.ts";
import { observableGaps } from "../src/evidence.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { proposeClosures, toOverlay } from "../src/propose/propose.ts";
import { closuresAlone } from "./support/closures.ts";
import { commandFile } from "./support/command.ts";
import { isOpen } from "./support/contract.ts";
import { withGuidesWritten } from "./support/guides.ts";
import { observe } from "./support/observing.ts";
import { recordingLikeEmulator } from "./support/recording.ts";

const contractFolders = ["openapi", "generated"];
const contract = await readBundle();
const calls = recordingLikeEmulator(200);
const overlay = await withGuidesWritten(overlayFrom(calls));
const closable = [...new Set(observableGaps(contract).map(({ gap }) => gap.id))];

function overlayFrom(recording: typeof calls): Overlay {
  const observations = observe(recording);
  return toOverlay(proposeClosures(contract, observations), observations);
}

const only = (gap: string, from = overlay): Overlay => ({
  ...from,
  actions: from.actions.filter((action) => action["x-closes"] === gap),
});

describe.runIf(closable.length > 0)("a contract with a gap closed is sound:", () => {
  const spectral = loadSpectral();

  it.each([...closable.map((gap) => [gap]), closable])("%s", async (...gaps) => {
    const chosen = {
      ...overlay,
      actions: overlay.actions.filter((action) => gaps.includes(action["x-closes"])),
    };
    const { document, changes, closed } = await planChanges(contract, chosen);

    expect(closed.toSorted()).toEqual(gaps.toSorted());
    const open = collectGaps(document).map(({ id }) => id);
    expect(open).toHaveLength(collectGaps(contract).length - gaps.length);
    expect(collectClosedGaps(document).map(({ id }) => id)).toEqual(expect.arrayContaining(gaps));
    expect(recordedAnswersRefused(document)).toEqual([]);
    expect(disagreements(document)).toEqual([]);
    expect(exampleProblems(document)).toEqual(
      gaps.includes("hp-create-response-fields") ? receiptsThatAreShown : [],
    );
    expect(await (await spectral)(stringify(document))).toEqual([]);
    const { actions } = parse(changes.get(emulatorFile) ?? readFileSync(emulatorFile, "utf8")) as {
      actions: AssumingAction[];
    };
    const emulated = applyAssumptions(document, actions);
    expect(collectAssumptions(emulated, collectGaps(document)).length).toBeGreaterThan(20);
    expect(exampleProblems(emulated).filter((problem) => problem.includes("refuses"))).toEqual([]);
  });

  /** They go with the marks around them in the source. */
  const receiptsThatAreShown = [
    expect.stringContaining("with the fields of the field list"),
    expect.stringContaining("with the fields of the sample"),
  ];
});

/** The calls whose recorded answer the contract does not accept. */
function recordedAnswersRefused(changed: OpenApiDocument): string[] {
  const validator = validatorOf(changed);
  const operations = operationsOf(changed);
  return calls.flatMap(({ method, url, sent, status = 200, answer }) => {
    if (status >= 300) return [];
    const verb = method ?? (sent === undefined ? "get" : "post");
    const operation = operations.find(
      ({ method: candidate, path }) =>
        candidate === verb && new RegExp(`^${path.replace(/\{\w+\}/, "[^/]+")}$`).test(url),
    );
    if (!operation) return [];
    const success = resolved(changed, (operation.node["responses"] as never)["2XX"]);
    expect(success["content"]).toHaveProperty(["application/json"]);
    const validate = validator(
      `${operation.pointer}/responses/2XX/content/application~1json/schema`,
    );
    return validate(answer) ? [] : [`${url}: ${JSON.stringify(validate.errors)}`];
  });
}

describe.runIf(isOpen)("what the emulator decided", () => {
  it("goes where the contract states it, stays where it says more, and its text stays as it is", async () => {
    const before = readFileSync(emulatorFile, "utf8");
    const { changes, kept } = await planChanges(contract, overlay);
    const after = changes.get(emulatorFile)!;
    const ids = (text: string) => new Set(text.match(/(?<= id: )\S+/g));
    expect([...ids(before)].filter((id) => !ids(after).has(id))).toEqual([
      "created-is-201",
      "read-is-200",
      "three-statuses",
      "one-transition",
      "output-is-address",
      "echo-is-exact",
      "receipt-has-all-fields",
      "data-json-is-request",
      "job-type-hp-job",
      "only-hp-jobs-read-back",
    ]);
    expect(kept).toContain("avatar-has-id-and-name");
    const lines = new Set(before.split("\n"));
    expect(after.split("\n").filter((line) => !lines.has(line))).toEqual([]);
  });

  it("is refused when the evidence says otherwise, with the place", async () => {
    const otherWords = overlayFrom(
      calls.map((call) => ({
        ...call,
        answer: JSON.parse(JSON.stringify(call.answer).replaceAll('"completed"', '"done"')),
      })),
    );
    await expect(planChanges(contract, only("job-status-values", otherWords))).rejects.toThrow(
      /`job-status-values` contradicts the emulator's decision `three-statuses`: below \$\.components\.schemas\.JobStatus the emulator has .*"completed".* at \/enum, and the evidence .*"done"[^]*Nothing was changed/,
    );
  });
});

describe("what holds only while a gap is open", () => {
  const text = "a\n// while x-y and z are open\nb\n// end\n\nc\n";

  it.each([
    ["goes with its gap", ["z"], "a\nc\n"],
    ["stays when another gap is closed", ["y"], text],
  ])("%s", (_, closed, left) => {
    expect(withoutOpenParts(text, closed)).toBe(left);
  });

  it("names gaps that are open", async () => {
    const open = new Set(collectGaps(contract).map(({ id }) => id));
    const found: string[] = [];
    for await (const file of glob(partFiles, {
      exclude: (path) => /node_modules|conformance\/(?:src\/apply|test\/apply)/.test(path),
    })) {
      const code = await readFile(file, "utf8");
      const begun = [...code.matchAll(/^\s*(?:\/\/|#) while ([\w -]+) (?:is|are) open$/gm)];
      expect(code.match(/^\s*(?:\/\/|#) end$/gm) ?? [], file).toHaveLength(begun.length);
      for (const [, gaps = ""] of begun) found.push(...gaps.split(" and "));
    }
    expect(found.filter((gap) => !open.has(gap))).toEqual([]);
  });
});

describe.runIf(isOpen)("the samples of the guides", () => {
  const sample = "docs/samples/guides/finished-hp-job";
  it.each([
    ["follow the type that holds", "segment-time-type", "answers", ".py", '"start_time": 1,'],
    ["follow the other type", "segment-time-type", "other-answers", ".ts", 'start_time: "1",'],
    [
      "follow the other name",
      "variables-or-customizations",
      "other-answers",
      ".ts",
      "customizations: [",
    ],
    [
      "follow it in quotes",
      "variables-or-customizations",
      "other-answers",
      ".py",
      '"customizations": [',
    ],
  ])("%s", async (_, gap, source, extension, line) => {
    const { changes } = await planChanges(contract, closuresAlone.get(`${source}:${gap}`)!);
    expect(changes.get(sample + extension)).toContain(line);
  });

  it("stay as they are where nothing concerns them", async () => {
    const { changes } = await planChanges(contract, only("avatar-fields"));
    expect([...changes.keys()].filter((file) => file.startsWith("docs/"))).toEqual([]);
  });
});

describe.runIf(isOpen)("the workflows", () => {
  const file = "openapi/workflows/jobs.arazzo.yaml";
  const workflowsAfter = async (closure: string) => {
    const { changes } = await planChanges(contract, closuresAlone.get(closure)!);
    return changes.get(file)!.split("- workflowId: ");
  };

  it("follow the type that holds", async () => {
    expect((await workflowsAfter("answers:segment-time-type")).join("")).not.toContain('"1"');
  });

  it("follow the name that holds, and tell one story of it", async () => {
    const [, slides, job, ...others] = await workflowsAfter(
      "other-answers:variables-or-customizations",
    );
    expect(slides).toMatch(/customizations:\n +- layer_id:/);
    expect(job).toMatch(/customizations:\n +- start_time:/);
    expect(job).not.toContain("variables");
    expect(others).toEqual([]);
  });

  it("are left alone where the name is another operation's as well", async () => {
    const [, slides, job] = await workflowsAfter("answers:variables-or-customizations");
    expect(slides).toMatch(/customizations:\n +- layer_id:/);
    expect(job).toMatch(/variables:\n +- start_time:/);
  });
});

describe.runIf(isOpen)("what the guides say about a gap", () => {
  const gaps = ["job-status-values"];
  const [text] = overlay["x-guides"]!.filter(({ says }) =>
    says.includes("(gap:job-status-values)"),
  );

  it("has to be written anew by a person, who is told where and what", async () => {
    await expect(rewriteGuides(gaps, [])).rejects.toThrow(
      /nothing was changed[^]*x-guides:\n {2}- file: docs\/pages\/waiting\.md\n {4}says: "One value is documented[^]*\n {4}write:$/,
    );
    await expect(rewriteGuides(gaps, [{ ...text!, write: null }])).rejects.toThrow(/waiting\.md/);
    await expect(
      rewriteGuides(gaps, [{ ...text!, says: "What stood there before.", write: "New." }]),
    ).rejects.toThrow(/waiting\.md/);
  });

  it.each([
    [
      "takes the place of the old text",
      "There are $& three values.",
      /\nThere are \$& three values\.\n/,
    ],
    ["goes with its line where nothing is written", "", /\n## What a status says\n\n\n|\n\n\n/],
  ])("%s", async (_, write, becomes) => {
    const changes = await rewriteGuides(gaps, [{ ...text!, write }]);
    expect([...changes.keys()]).toEqual(["docs/pages/waiting.md"]);
    expect(changes.get("docs/pages/waiting.md")).toMatch(becomes);
    expect(changes.get("docs/pages/waiting.md")).not.toContain("(gap:job-status-values)");
  });
});

interface Refusal {
  what: string;
  overlay: () => unknown;
  exitCode: number;
  says: RegExp;
}

const changed = (change: (action: Overlay["actions"][number]) => object) => {
  const [first, ...rest] = only("avatar-fields").actions;
  return { ...overlay, actions: [{ ...first, ...change(first!) }, ...rest] };
};

const refusals: Refusal[] = [
  {
    what: "whose expectation does not hold any more",
    overlay: () => changed(() => ({ "x-expects": { type: "string" } })),
    exitCode: 1,
    says: /`type` is "object", not "string"[^]*Observe and propose again/,
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
    what: "that leaves the guides as they are",
    overlay: () => ({ ...only("avatar-fields"), "x-guides": [] }),
    exitCode: 1,
    says: /x-guides:\n {2}- file: docs\/pages\/lipsync\.md\n/,
  },
  {
    what: "that rests on the emulator",
    overlay: () =>
      changed(({ "x-verified": verified }) => ({
        "x-verified": { ...verified, environment: "emulator" },
      })),
    exitCode: 2,
    says: /comes from the emulator, and says nothing about the service/,
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

describe.runIf(isOpen)("an overlay is refused, and nothing changes,", () => {
  let copy: RepositoryCopy;
  let before: string;
  beforeAll(async () => {
    copy = await RepositoryCopy.create();
    before = await copy.fingerprint(...contractFolders);
  });
  afterAll(() => copy[Symbol.asyncDispose]());

  async function apply(made: unknown) {
    await copy.write("proposal.overlay.yaml", typeof made === "string" ? made : stringify(made));
    return copy.run(commandFile, "apply", join(copy.folder, "proposal.overlay.yaml"));
  }

  it.each(refusals)("$what", async ({ overlay: made, exitCode, says }) => {
    const result = await apply(made());
    expect(result.output).toMatch(says);
    expect(result.exitCode).toBe(exitCode);
    expect(result.output).not.toMatch(/\n\s+at .+:\d+/);
    expect(result.output).not.toContain(`${copy.folder}/openapi`);
    expect(await copy.fingerprint(...contractFolders)).toBe(before);
  });

  it("where there is no room to work in", async () => {
    await copy.write("proposal.overlay.yaml", stringify(only("avatar-fields")));
    const environment = { TMPDIR: join(copy.folder, "README.md") };
    const process = copy.start(environment, commandFile, "apply", "proposal.overlay.yaml");
    expect(await process.ended).toBe(1);
    expect(process.output()).toMatch(/cannot be written, so nothing was changed: ENOTDIR.*TMPDIR/);
    expect(process.output()).not.toMatch(/\n\s+at .+:\d+/);
    expect(await copy.fingerprint(...contractFolders)).toBe(before);
  });

  it("and what a process has left that was ended on the way is cleared by the next", async () => {
    await using temporary = await temporaryFolder();
    const environment = { TMPDIR: temporary.path };
    const left = () => readdirSync(temporary.path).filter((name) => name.startsWith("apply-"));
    await copy.write("proposal.overlay.yaml", stringify(only("avatar-fields")));
    const killed = copy.start(environment, commandFile, "apply", "proposal.overlay.yaml");
    await expect.poll(left).toHaveLength(1);
    killed.interrupt();
    await killed.ended;
    expect(left()).toHaveLength(1);

    const { exitCode } = await apply(changed(() => ({ target: "$.components.schemas.Actress" })));
    expect(exitCode).toBe(1);
    expect(left()).toEqual([]);
    expect(await copy.fingerprint(...contractFolders)).toBe(before);
  });

  it("while another process is at work", async () => {
    await mkdir(join(copy.folder, ".apply"), { recursive: true });
    await copy.write(".apply/lock", String(process.pid));
    const { exitCode, output } = await apply(only("avatar-fields"));
    expect(exitCode).toBe(1);
    expect(output).toContain(`Another apply (process ${process.pid}) is at work here`);
    expect(await copy.fingerprint(...contractFolders)).toBe(before);
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

  it("is undone or done after ten kills at any moment", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `file-${index}`);
    await using folder = await temporaryFolder();
    for (const name of names) await folder.write(name, "old");
    const program = `import { recover, takeOver } from ${JSON.stringify(join(import.meta.dirname, "../src/apply/take-over.ts"))};
      const names = ${JSON.stringify(names)};
      const all = (text) => new Map(names.map((name) => [name, text]));
      const scratch = ${JSON.stringify(join(folder.path, ".apply"))};
      for (let [from, to] = ["old", "new"]; ; [from, to] = [to, from])
        takeOver(${JSON.stringify(folder.path)}, scratch, all(from), all(to));`;
    for (let kill = 0; kill < 10; kill++) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
      const ended = once(child, "exit");
      // Begun when the first file has changed.
      await expect.poll(() => existsSync(join(folder.path, ".apply", "journal.json"))).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      child.kill("SIGKILL");
      await ended;
      recover(folder.path, join(folder.path, ".apply"));
      const texts = new Set(names.map((name) => readFileSync(join(folder.path, name), "utf8")));
      expect(texts.size).toBe(1);
      for (const name of names) await folder.write(name, "old");
    }
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
