import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { openWorkFolder } from "../src/queue/work-folder.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let parent: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  vi.stubEnv("TMPDIR", folder.path);
  parent = join(folder.path, "video-generation-renderer");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

test("a worker removes what a killed one has left, and nothing that is not its own", async () => {
  const home = join(folder.path, "home");
  await mkdir(join(home, "worker-abcdef"), { recursive: true });
  await writeFile(join(home, "letter.txt"), "Dear Ada");
  await writeFile(join(home, "lock.sqlite"), "");
  await mkdir(parent);
  await symlink(home, join(parent, "worker-linked"));
  // A data folder, a storage, and folders of other programs.
  for (const name of ["data", "1", "4242-abcdef", "worker-nolock"]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, "kept"), "");
  }
  await writeFile(join(parent, "worker-is1fil"), "");
  // Those that have such a file, too: a storage, and the draft of a worker that is about to take its lock.
  for (const name of ["storage", "new-abcdef", "worker-abcdefg"]) {
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, "lock.sqlite"), "");
  }
  // That of a killed worker is one that nobody holds.
  await mkdir(join(parent, "worker-killed"));
  for (const name of ["lock.sqlite", "video.mp4"])
    await writeFile(join(parent, "worker-killed", name), "");
  const before = new Set(await readdir(parent));
  const { path, remove } = await openWorkFolder();
  const after = new Set(await readdir(parent));
  expect([...before].filter((name) => !after.has(name))).toEqual(["worker-killed"]);
  expect(await readdir(home)).toHaveLength(3);
  await remove();
  expect(await readdir(parent)).not.toContain(path.slice(parent.length + 1));
});

test("a worker leaves the folders of those that live, also under the number of its own process", async () => {
  const one = await openWorkFolder();
  await writeFile(join(one.path, "video.mp4"), "");
  const other = await openWorkFolder();
  expect(await readdir(one.path)).toContain("video.mp4");
  expect(other.path).not.toBe(one.path);
  await Promise.all([one.remove(), other.remove()]);
});

test("a worker whose parent folder is a link works behind it, and removes nothing of what it finds there", async () => {
  const home = join(folder.path, "home");
  await mkdir(join(home, "documents"), { recursive: true });
  await symlink(home, parent);
  const { remove } = await openWorkFolder();
  await remove();
  expect(await readdir(home)).toEqual(["documents"]);
});
