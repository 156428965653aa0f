/** What holds for every workflow that GitHub runs here. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/support/locations.ts";

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, { "timeout-minutes"?: number; permissions?: Record<string, string> }>;
}

const folder = join(root, ".github/workflows");
const workflows: { name: string; text: string; workflow: Workflow }[] = [];
for await (const name of glob("*.yml", { cwd: folder })) {
  const text = await readFile(join(folder, name), "utf8");
  workflows.push({ name, text, workflow: parse(text) as Workflow });
}

test.each(workflows)("$name pins every action by commit, and says its version", ({ text }) => {
  const uses = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(uses).not.toEqual([]);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
});

test.each(workflows)(
  "$name stores no secret, and may write only where it has to",
  ({ text, workflow }) => {
    expect(text).not.toContain("secrets.");
    expect(workflow.permissions).toEqual({ contents: "read" });
  },
);

test.each(workflows)("$name has a limit for each job", ({ workflow }) => {
  for (const job of Object.values(workflow.jobs)) {
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
  }
});
