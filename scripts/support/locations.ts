/** The folders and files of the repository. Every script takes them from here. */
import { join } from "node:path";

/** Folder of the repository. */
export const root = join(import.meta.dirname, "../..");

export const contractEntry = join(root, "openapi/openapi.yaml");
export const contractFolder = join(root, "openapi");
/** What every client obeys. */
export const policyFile = join(root, "clients/policy.yaml");
/** The questions of the letter to the service owner. */
export const letterFile = join(root, "openapi/letter.yaml");
export const gapsFolder = join(root, "gaps");
export const emulatorOverlay = join(root, "openapi/overlays/emulator.yaml");
export const generatedFolder = join(root, "generated");
export const docsFolder = join(root, "docs");
export const pagesFolder = join(docsFolder, "pages");
export const themeFolder = join(docsFolder, "theme");
/** The tarballs of the npm packages. */
export const packagesFolder = join(root, "dist/packages");
export const siteFolder = join(root, "dist/site");
