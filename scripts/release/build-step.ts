/** The steps of the pipeline that build the npm packages, from `generated/` as it stands. */
import { join } from "node:path";
import {
  clientFolder,
  commandFolder,
  conformanceFolder,
  emulatorFolder,
  rendererFolder,
  root,
  gapsFolder,
} from "../support/locations.ts";
import { publishedPackages } from "../support/packages.ts";
import { step } from "../support/step.ts";
import { buildPackage } from "./build-package.ts";

export const buildClient = () => buildStep("client", clientFolder);
export const buildCommand = () => buildStep("command", commandFolder);
export const buildConformance = () => buildStep("conformance", conformanceFolder);
export const buildEmulator = () => buildStep("emulator", emulatorFolder);
export const buildRenderer = () => buildStep("renderer", rendererFolder);
export const buildGaps = () => buildStep("gaps", gapsFolder);

/** Every package that is published, in one process: it takes longer to load compiler and bundler than to use them. */
export async function buildPackages(): Promise<void> {
  const builds = new Map<string, () => Promise<void>>([
    [clientFolder, buildClient],
    [commandFolder, buildCommand],
    [conformanceFolder, buildConformance],
    [emulatorFolder, buildEmulator],
    [rendererFolder, buildRenderer],
    [gapsFolder, buildGaps],
  ]);
  for (const { folder, name } of publishedPackages()) {
    const build = builds.get(join(root, folder));
    if (!build) throw new Error(`Nothing says how ${name} is built: name its folder here`);
    await build();
  }
}

function buildStep(name: string, folder: string): Promise<void> {
  return step(name, async () => {
    const files = await buildPackage(folder);
    return `${folder.slice(root.length + 1)}/dist/: ${files.length} files`;
  });
}
