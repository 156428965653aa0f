/**
 * Verdicts of earlier runs: a run that was interrupted goes on where it was, and a room that did not change is not judged
 * again.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../support/locations.ts";

const file = join(root, "node_modules/.cache/mutation.json");

/** Whether the mutant was caught, by what was done and by what decides the verdict. */
type Verdicts = Record<string, boolean>;

export class VerdictCache {
  private readonly verdicts: Verdicts;

  private constructor(verdicts: Verdicts) {
    this.verdicts = verdicts;
  }

  static async open(): Promise<VerdictCache> {
    const text = await readFile(file, "utf8").catch(() => "{}");
    return new VerdictCache(JSON.parse(text) as Verdicts);
  }

  /** @param inputs fingerprint of everything that decides the verdict */
  get(what: string, inputs: string): boolean | undefined {
    return this.verdicts[`${inputs} ${what}`];
  }

  /** Writes it at once, and as a whole: a run takes minutes, and may be ended at any time. */
  put(what: string, inputs: string, isCaught: boolean): void {
    this.verdicts[`${inputs} ${what}`] = isCaught;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.verdicts));
  }
}
