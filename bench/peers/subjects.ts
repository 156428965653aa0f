/** What is compared: each tool looks at a service, and says whether it found anything. */
import { copyFile, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { toHar } from "../../conformance/src/run/to-har.ts";
import { runStories } from "../../conformance/src/run/run-stories.ts";
import { contract } from "../../conformance/test/support/contract.ts";
import {
  base,
  type Changes,
  referenceService,
  token,
} from "../../conformance/test/support/reference-service.ts";
import { generatedFolder } from "../../scripts/support/locations.ts";
import { runWorkflows, workflows } from "../../test/support/workflows.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { serve } from "./serve.ts";

export interface Subject {
  name: string;
  /** Undefined when it ended by an error of its own. */
  finds: (changes: Changes) => Promise<boolean | undefined>;
}

/** Longer than any service of the table needs; whatever hangs is found by it. */
const maxSeconds = 60;

async function run(changes: Changes) {
  return runStories(contract, {
    baseUrl: base,
    token,
    create: true,
    environment: "bench",
    intervalMs: 1,
    timeoutMs: 1000,
    waitLimitMs: 5000,
    fetch: referenceService(changes),
  });
}

/** The portable copy, which Optic can read, decides that every success is 200. */
function withOneCode({ alter, ...changes }: Changes): Changes {
  return {
    ...changes,
    async alter(answer, call) {
      const altered = (await alter?.(answer, call)) ?? answer;
      return [201, 202, 299].includes(altered.status) ? { ...altered, status: 200 } : altered;
    },
  };
}

export const subjects: Subject[] = [
  {
    name: "this tool",
    async finds(changes) {
      const { result } = await run(changes);
      return result.stories.some(({ outcome }) => outcome === "differs");
    },
  },
  {
    name: "Redocly Respect",
    async finds(changes) {
      await using server = await serve(referenceService(changes));
      for (const file of workflows) {
        const { exitCode } = await Promise.race([
          runWorkflows(file, server.origin, token),
          new Promise<{ exitCode: number }>((resolve) =>
            setTimeout(() => resolve({ exitCode: 1 }), maxSeconds * 1000).unref(),
          ),
        ]);
        if (exitCode !== 0) return true;
      }
      return false;
    },
  },
  {
    name: "Optic",
    async finds(changes) {
      const { exchanges } = await run(withOneCode(changes));
      // Of requests that are wrong on purpose it would find nothing but that.
      const valid = exchanges.filter(
        ({ expects }) => expects === "success" || expects === "possible",
      );
      await using folder = await temporaryFolder();
      await writeFile(join(folder.path, "recording.har"), toHar(valid));
      await copyFile(join(generatedFolder, "openapi.portable.yaml"), join(folder.path, "api.yaml"));
      const output = await optic(folder.path, "capture", "api.yaml", "--har", "recording.har");
      if (!/documented operations/.test(output)) return undefined;
      return output.includes("diffs detected");
    },
  },
];

function optic(folder: string, ...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, "node_modules/@useoptic/optic/build/index.js");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      {
        cwd: folder,
        timeout: maxSeconds * 1000,
        env: { ...process.env, CI: "true", OPTIC_TELEMETRY_LEVEL: "off" },
      },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}
