/** The bundlers that applications use, each as its guide sets it up for a module that is minified. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

// They need not be installed, and have no types then: what is used of each is said here.
type Build = (options: object) => Promise<unknown>;
const { build: esbuild } = (await import("esbuild")) as { build: Build };
const { build: vite } = (await import("vite")) as { build: Build };
type Finished = (error: Error | null, stats?: { hasErrors: () => boolean }) => void;
const { default: webpack } = (await import("webpack")) as {
  default: (options: object, finished: Finished) => unknown;
};

/** Bundles a module into `out.js` of the same folder. */
type Bundle = (folder: string, input: string) => Promise<unknown>;

const bundlers: Record<string, Bundle> = {
  esbuild: (folder, input) =>
    esbuild({
      entryPoints: [input],
      bundle: true,
      minify: true,
      format: "esm",
      outfile: join(folder, "out.js"),
      tsconfigRaw: {},
    }),
  webpack: (path, entry) =>
    new Promise<void>((resolve, reject) => {
      const output = { path, filename: "out.js", library: { type: "module" } };
      webpack(
        { mode: "production", entry, output, experiments: { outputModule: true } },
        (error, stats) =>
          error || stats?.hasErrors() ? reject(new Error(String(error ?? stats))) : resolve(),
      );
    }),
  vite: (outDir, entry) =>
    vite({
      configFile: false,
      logLevel: "error",
      root: outDir,
      build: {
        outDir,
        emptyOutDir: false,
        minify: true,
        modulePreload: false,
        rolldownOptions: {
          input: entry,
          preserveEntrySignatures: "strict",
          output: { entryFileNames: "out.js" },
        },
      },
    }),
};

/**
 * The bytes of an application as one minified module, with all that it imports, gzipped.
 *
 * @param bundler the name of one of the bundlers
 * @param code the application
 * @param folder where its packages are installed
 */
export async function gzippedBundle(bundler: string, code: string, folder: string) {
  const own = await mkdtemp(join(folder, "application-"));
  try {
    const input = join(own, "main.js");
    await writeFile(input, code);
    await bundlers[bundler]!(own, input);
    return gzipSync(await readFile(join(own, "out.js")), { level: 9 }).length;
  } finally {
    await rm(own, { recursive: true });
  }
}
