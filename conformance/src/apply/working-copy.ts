/** The copy of the repository that an overlay is tried in. */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { RepositoryCopy } from "../../../scripts/support/repository-copy.ts";

/** Names the folder of the copy, from before it is made. */
const noteIn = (scratch: string) => join(scratch, "copy");

/** Makes the copy, under a name that is noted before: whatever ends this process, the next one finds it. */
export async function createWorkingCopy(scratch: string): Promise<RepositoryCopy> {
  const folder = join(tmpdir(), `apply-${randomUUID()}`);
  await writeFile(noteIn(scratch), folder);
  return await RepositoryCopy.create(folder);
}

/** Takes away the copy that a process has left which was killed. */
export async function clearWorkingCopy(scratch: string): Promise<void> {
  const note = noteIn(scratch);
  if (!existsSync(note)) return;
  const folder = readFileSync(note, "utf8");
  // Its checks may still be at work in it, and nothing but such a copy is ever taken away.
  if (/^apply-[\da-f-]{36}$/.test(basename(folder)))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  await rm(note);
}
