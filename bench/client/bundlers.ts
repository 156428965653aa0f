/** The bundlers that applications use, each as its guide sets it up for a module that is minified. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { minify } from "terser";
import { build as vite } from "vite";
import webpack from "webpack";

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
  rollup: async (folder, input) => {
    // Not `await using`: where the benches are not installed, the linter sees an older rollup, which cannot be disposed of.
    const build = await rollup({ input, plugins: [nodeResolve()] });
    const { output } = await build.generate({});
    await build.close();
    const { code = "" } = await minify(output[0].code, { module: true });
    await writeFile(join(folder, "out.js"), code);
  },
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
 * An application as one minified module, with all that it imports.
 *
 * @param bundler the name of one of the bundlers
 * @param code the application
 * @param folder where its packages are installed
 */
export async function bundleApplication(bundler: string, code: string, folder: string) {
  const own = await mkdtemp(join(folder, "application-"));
  try {
    const input = join(own, "main.js");
    await writeFile(input, code);
    await bundlers[bundler]!(own, input);
    const text = await readFile(join(own, "out.js"), "utf8");
    return { text, gzippedBytes: gzipSync(text, { level: 9 }).length };
  } finally {
    await rm(own, { recursive: true });
  }
}
