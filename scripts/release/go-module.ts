/** The Go client as a module proxy serves it: a folder that `GOPROXY=file://…` can name. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { zipSync } from "fflate";

const module = "video-generation.example/clients/go";

/**
 * @param source where the client was assembled
 * @param proxy folder of the proxy
 * @param version without the `v` before it
 */
export async function packGoModule(source: string, proxy: string, version: string): Promise<void> {
  const folder = join(proxy, module, "@v");
  await mkdir(folder, { recursive: true });
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const name = `${module}@v${version}/${relative(source, path)}`;
      return [name, await readFile(path)] as const;
    }),
  );
  await writeFile(join(folder, `v${version}.zip`), zipSync(Object.fromEntries(files)));
  await writeFile(join(folder, `v${version}.mod`), await readFile(join(source, "go.mod")));
  await writeFile(join(folder, `v${version}.info`), JSON.stringify({ Version: `v${version}` }));
  await writeFile(join(folder, "list"), `v${version}\n`);
}
