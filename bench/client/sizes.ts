/** What an application ships of the client, by the bundler it uses: the packed form, minified and gzipped. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import webpack from "webpack";

/** Bundles a module into a file of the same folder. */
type Bundle = (folder: string, input: string) => Promise<unknown>;

const bundlers: Record<string, Bundle> = {
  esbuild: (folder, input) =>
    esbuild({
      entryPoints: [input],
      bundle: true,
      minify: true,
      format: "esm",
      outfile: join(folder, "out.js"),
      // The repository's own has paths to the sources, and what is published is to be measured.
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

const applications = {
  "createClient alone": 'export { createClient } from "video-generation-client";',
  observe: 'export { observe } from "video-generation-client/observe";',
};

/** Prints bytes for each application and bundler. The client must be built. */
export async function measureSizes(): Promise<void> {
  console.log("\nBytes in an application's bundle, minified and gzipped");
  for (const [application, code] of Object.entries(applications)) {
    for (const [bundler, bundle] of Object.entries(bundlers)) {
      // In the repository, so that its packages are found.
      const folder = await mkdtemp(join(import.meta.dirname, ".size-"));
      try {
        const input = join(folder, "main.js");
        await writeFile(input, code);
        await bundle(folder, input);
        const { length } = gzipSync(await readFile(join(folder, "out.js")), { level: 9 });
        console.log(
          `  ${application.padEnd(20)} ${bundler.padEnd(8)} ${String(length).padStart(6)}`,
        );
      } finally {
        await rm(folder, { recursive: true });
      }
    }
  }
}
