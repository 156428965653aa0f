import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;

/** An empty folder outside of the repository. Use with `await using`, or remove it after the tests. */
export async function temporaryFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), "test-"));
  return {
    ...folder,
    /** Returns the path of the file. */
    async write(name: string, text: string): Promise<string> {
      const file = join(folder.path, name);
      await writeFile(file, text);
      return file;
    },
  };
}
