/** The pipeline: from the parts of the contract to everything that is made of them. */
import { join } from "node:path";
import { type Bundle, bundleContract } from "./contract/bundle.ts";
import { buildClient } from "./release/build-client.ts";
import { generateFiles, staleFiles, writeGenerated } from "./generate.ts";
import { lintBundle, lintEmulator, lintSource } from "./lint/lint.ts";
import { emulatorFolder } from "./support/locations.ts";
import { ContractError } from "./support/problem.ts";
import { site } from "./site/build-step.ts";
import { loadSpectral } from "./lint/spectral.ts";
import { step } from "./support/step.ts";
import { runTool } from "./support/tool.ts";

/**
 * All artefacts: what the contract yields, the site, and the npm packages. Stops at the first step
 * that fails and leaves what later steps would have written.
 */
export async function build(): Promise<void> {
  await generate();
  // Each is mostly the work of a process of its own.
  await Promise.all([site(), packageClient(), packageEmulator()]);
}

/** What a reader of the site needs, and no packages. */
export async function buildForReaders(): Promise<void> {
  await generate();
  await site();
}

/** The npm package of the client, from `generated/` as it stands. */
export async function packageClient(): Promise<void> {
  await step(
    "client",
    async () => `clients/typescript/dist/: ${(await buildClient()).length} files`,
  );
}

/** The npm package of the emulator, from `generated/` as it stands. */
async function packageEmulator(): Promise<void> {
  await step("emulator", async () => {
    const { exitCode, stdout, stderr } = await runTool(join(emulatorFolder, "scripts/build.ts"));
    if (exitCode !== 0) throw new Error(`The emulator cannot be built:\n${stdout}${stderr}`);
    return "emulator/dist/";
  });
}

/** The pipeline without packages and site. */
export async function generate(): Promise<void> {
  const bundle = await lint();
  const files = await generateFiles(bundle);
  await step("lint", async () => {
    await lintEmulator(files.get("emulator.openapi.yaml") ?? "");
    return "what the emulator assumes fits the contract";
  });
  await step("generate", async () => {
    await writeGenerated(files);
    return `generated/: ${[...files.keys()].join(", ")}`;
  });
}

/** Fails when `generated/` is not what the contract yields. Writes nothing. */
export async function checkFresh(): Promise<void> {
  await step("fresh", async () => {
    const stale = await staleFiles(await generateFiles(await bundleContract()));
    if (stale.length > 0) {
      const list = stale.map((name) => `generated/${name}`).join(", ");
      throw new ContractError(
        `Not what the contract yields: ${list}\n  Run npm run generate and commit the result.`,
      );
    }
    return "generated/ is what the contract yields";
  });
}

/** Both linters, and the bundle that one of them reads. */
export async function lint(): Promise<Bundle> {
  // Redocly runs as processes of its own, and Spectral takes as long to load: let none of them wait
  // for another.
  const spectral = loadSpectral();
  const bundling = bundleContract();
  // Each may fail for the same reason as the first step, which explains it best.
  spectral.catch(() => {});
  bundling.catch(() => {});
  await step("lint", async () => {
    await lintSource();
    return "openapi/ is sound in structure, references and examples";
  });
  const bundle = await bundling;
  await step("lint", async () => {
    await lintBundle(bundle, await spectral);
    return "the bundle keeps every rule of rules/";
  });
  return bundle;
}
