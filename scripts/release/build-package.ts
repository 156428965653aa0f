/** Builds an npm package of this repository with Rolldown: its code, its declarations and its data. */
import { copyFile, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { UserError } from "openapi-gaps";
import { root } from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { step } from "../support/step.ts";

/** What a manifest says about what is built. */
interface Manifest {
  exports: Record<string, string | Record<string, string>>;
  /** Files of `dist/`, and what bundles for browsers have in their place. */
  browser?: Record<string, string>;
  bin?: Record<string, string>;
  sideEffects?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * The packages in these folders, or all, in one process: it takes longer to load compiler and bundler than to use them.
 *
 * @param folders relative to the repository
 */
export async function buildPackages(folders: string[]): Promise<void> {
  const all = publishedPackages().map(({ folder }) => folder);
  for (const folder of folders.length > 0 ? folders : all) {
    if (!all.includes(folder))
      throw new UserError(`There is no package in ${folder}, but in ${all.join(", ")}.`);
    await step("package", async () => {
      const files = await buildPackage(join(root, folder)).catch((error: Error) => {
        throw new UserError(`${folder} cannot be built:\n${error.message}`);
      });
      return `${folder}/dist/: ${files.length} files`;
    });
  }
}

/**
 * Builds `dist/` of a package: one module and its declarations for each of its `exports`, named as they
 * are, from the file of that name in `src/`, and `dist/cli.js` from `src/cli.ts` if it has a bin. So are
 * the files that bundles for browsers replace.
 *
 * Declared dependencies stay imports. Whatever else the code imports becomes part of it, and a file that it
 * reads at run time lies in `dist/assets/`, if its address is `new URL("<path>", import.meta.url)`. A module
 * named `*.precompiled.ts` is replaced by the text that its `precompile` returns.
 *
 * @returns the names of the files in `dist/`
 */
async function buildPackage(folder: string): Promise<string[]> {
  // npm packs the licence that lies beside the manifest, and only there.
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  const text = await readFile(join(folder, "package.json"), "utf8");
  const manifest = JSON.parse(text) as Manifest;
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const { output } = await build({
    cwd: folder,
    input: entriesOf(folder, manifest),
    platform: "neutral",
    // Whether code may use modules of Node, the types decide.
    external: [/^node:/, ...dependencies.map((name) => new RegExp(`^${name}(/|$)`))],
    resolve: { mainFields: ["module", "main"] },
    experimental: { resolveNewUrlToAsset: true },
    // The values of the policy, in every file that uses them.
    optimization: { inlineConst: { mode: "all" } },
    checks: { bundlerTimings: false },
    // What is exported names its type, so that declarations take no program of the compiler, which needs seconds.
    plugins: [precompile, dts({ cwd: root, generator: "oxc" })],
    output: {
      dir: join(folder, "dist"),
      cleanDir: true,
      format: "esm",
      chunkFileNames: "[name].js",
      assetFileNames: "assets/[name][extname]",
      minifyInternalExports: false,
      // What may be shaken out counts in an application's bundle: what is used once is inlined, which
      // the bundlers after this one do not do. Names and lines stay, for who debugs it.
      minify: manifest.sideEffects === false && {
        compress: { joinVars: false, sequences: false },
        mangle: false,
        codegen: false,
      },
    },
    // An import that cannot be resolved, among others: it would fail at the user's.
    onLog(level, { message }) {
      if (level === "warn") throw new Error(message);
    },
  });
  return output.map(({ fileName }) => fileName);
}

/** Does at the build what would take time and memory at every start. */
const precompile: Plugin = {
  name: "precompile",
  load: {
    filter: { id: /\.precompiled\.ts$/ },
    async handler(id) {
      const module = (await import(id)) as { precompile: () => Promise<string> };
      return { code: await module.precompile(), moduleType: "js" };
    },
  },
};

function entriesOf(
  folder: string,
  { exports, browser = {}, bin }: Manifest,
): Record<string, string> {
  const names = Object.keys(exports)
    .filter((name) => !name.endsWith(".json"))
    .map((name) => (name === "." ? "index" : name.slice("./".length)));
  for (const file of Object.entries(browser).flat()) names.push(basename(file, ".js"));
  if (bin) names.push("cli");
  return Object.fromEntries(names.map((name) => [name, join(folder, "src", `${name}.ts`)]));
}
