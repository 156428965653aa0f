/** The steps of the pipeline that build the npm packages, from `generated/` as it stands. */
import { clientFolder, emulatorFolder, rendererFolder, root } from "../support/locations.ts";
import { step } from "../support/step.ts";
import { buildPackage } from "./build-package.ts";

export const buildClient = () => buildStep("client", clientFolder);
export const buildEmulator = () => buildStep("emulator", emulatorFolder);
export const buildRenderer = () => buildStep("renderer", rendererFolder);

function buildStep(name: string, folder: string): Promise<void> {
  return step(name, async () => {
    const files = await buildPackage(folder);
    return `${folder.slice(root.length + 1)}/dist/: ${files.length} files`;
  });
}
