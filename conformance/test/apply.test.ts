import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type { OpenApiDocument } from "../../scripts/contract/document.ts";
import { collectGaps } from "../../scripts/contract/gaps.ts";
import { RepositoryCopy } from "../../scripts/support/repository-copy.ts";
import { operationsOf, resolved, validatorOf } from "../../test/support/contract.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { commandFile, runCommand } from "./support/command.ts";
import { completeRecording, Folder, harOf } from "./support/recording.ts";

const calls = completeRecording(200);
const contractFolders = ["openapi", "generated"];
let overlay: Overlay;

beforeAll(async () => {
  await using folder = await Folder.create();
  await folder.write("recording.har", harOf(calls));
  const service = ["--base-url", "https://service.example", "--environment", "test"];
  await runCommand(folder.path, "observe", "recording.har", ...service);
  const { output } = await runCommand(folder.path, "propose", "observations.json");
  expect(output).toContain("10 of 10 gaps would be closed");
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
    const contract = await bundleIn(copy);
    const closed = [...new Set(overlay.actions.map((action) => action["x-closes"]))];
    const after = collectGaps(contract).map(({ id }) => id);
    expect(closed).toHaveLength(10);
    expect(after).toEqual(before.filter((id) => !closed.includes(id)));
    expect(contract.components.schemas["JobStatus"]).toMatchObject({
      enum: ["rendering", "completed", "failed"],
      "x-verified": [{ gap: "job-status-values", environment: "test", date: "2026-03-04" }],
    });
    expect(contract.components.schemas["JobStatus"]).not.toHaveProperty("x-extensible-enum");
    expect(recordedAnswersRefused(contract)).toEqual([]);
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
