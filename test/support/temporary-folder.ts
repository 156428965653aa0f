import { mkdtempDisposable, readdir, readlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

export type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;

/** What a stream has closed, the system hears of a little later. */
const maxCloseMs = 5_000;

/**
 * An empty folder outside of the repository. Use with `await using`, or remove it after the tests: a file in it that this process still
 * holds open is then an error.
 */
export async function temporaryFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), "test-"));
  const remove = async () => {
    const endsAt = performance.now() + maxCloseMs;
    let open = await listOpen(folder.path);
    while (open.length > 0 && performance.now() < endsAt) {
      await setTimeout(10);
      open = await listOpen(folder.path);
    }
    await folder.remove();
    if (open.length > 0) throw new Error(`Left open: ${open.join(", ")}`);
  };
  return {
    ...folder,
    remove,
    [Symbol.asyncDispose]: remove,
    /** Returns the path of the file. */
    async write(name: string, text: string): Promise<string> {
      const file = join(folder.path, name);
      await writeFile(file, text);
      return file;
    },
  };
}

/** The files below a folder that this process holds open, where the system tells. */
export async function listOpen(folder: string): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd").catch(() => []);
  const paths = await Promise.all(
    descriptors.map((name) => readlink(join("/proc/self/fd", name)).catch(() => "")),
  );
  return paths.filter((path) => path.startsWith(`${folder}/`));
}
