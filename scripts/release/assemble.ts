/** A client of another language as its package holds it: what is written by hand and what is generated, in one folder. */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { generatedFolder, root } from "../support/locations.ts";
import { packGoModule } from "./go-module.ts";
import { publishedPackages } from "../support/packages.ts";
import { step } from "../support/step.ts";

/** Where the package of a language has what is generated. */
const generatedIn = { python: "src/video_generation/generated", go: "." };

export type Language = keyof typeof generatedIn;

/** Where the packages are put together to be built. */
const assembledFolder = join(root, "dist/clients");

/** What tools leave behind in a folder, and the tests of this repository. */
const leftOut = /(__pycache__|\.egg-info|_cache|\/test)$/;

/**
 * Fills a folder with all that the package of a language is built from.
 *
 * @param folder is made, or added to
 */
export async function assembleClient(language: Language, folder: string): Promise<void> {
  const filter = (path: string) => !leftOut.test(path);
  await mkdir(folder, { recursive: true });
  await cp(join(root, "clients", language), folder, { recursive: true, filter });
  await cp(join(generatedFolder, language), join(folder, generatedIn[language]), {
    recursive: true,
    filter,
  });
  await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
}

/** The step that puts all of them together. */
export async function assembleAll(): Promise<void> {
  await step("assemble", async () => {
    const languages = Object.keys(generatedIn) as Language[];
    await rm(assembledFolder, { recursive: true, force: true });
    for (const language of languages) {
      await assembleClient(language, join(assembledFolder, language));
    }
    const proxy = join(assembledFolder, "go-proxy");
    await packGoModule(join(assembledFolder, "go"), proxy, packageVersion());
    return `dist/clients/: ${languages.join(", ")}, go-proxy`;
  });
}

/** All clients have the version of the first. */
export function packageVersion(): string {
  return publishedPackages().find(({ folder }) => folder === "clients/typescript")!.version;
}
