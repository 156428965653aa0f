/**
 * The pipeline: from the parts of the contract to everything that is made of them. Later steps are loaded when they begin: the
 * compiler of TypeScript, for one, takes as long to load as a linter to find a mistake.
 */
import { type Bundle, bundleContract } from "../support/contract.ts";
import { lintContract } from "../lint/lint.ts";
import { UserError } from "openapi-gaps";
import { step } from "../support/step.ts";

/**
 * All artefacts: what the contract yields, the site, and the npm packages, which it carries. Stops at the first step that fails and
 * leaves what later steps would have written.
 *
 * @param onGenerated is called before the site and the packages; they are packed unless it returns false
 */
export async function build(onGenerated?: () => Promise<boolean>): Promise<void> {
  await generate();
  const changesPackages = (await onGenerated?.()) ?? true;
  const { site } = await import("../site/build-site.ts");
  await site();
  // Last, because they take longest; a site that is served has the previous ones until then.
  const { packPackages } = await import("../release/pack.ts");
  if (changesPackages) await packPackages();
}

/** The pipeline without packages and site. */
export async function generate(): Promise<void> {
  const bundle = await lint();
  const { generateFiles, writeGenerated } = await import("../emit/generate.ts");
  const files = await generateFiles(bundle);
  await step("generate", async () => {
    await writeGenerated(files);
    const { assumptions } = JSON.parse(files.get("generated/assumptions.json")!) as {
      assumptions: { id: string; beside?: string }[];
    };
    const kept = assumptions.filter(({ beside }) => beside).map(({ id }) => id);
    const choices = `\n  The emulator keeps its own choice beside the owner's answers: ${kept.join(", ")}. See generated/assumptions.md.`;
    return `${files.size} files in generated/, clients/python/ and clients/go/${kept.length > 0 ? choices : ""}`;
  });
}

/** Fails when a generated file is not what the contract yields. Writes nothing. */
export async function checkFresh(): Promise<void> {
  await step("fresh", async () => {
    const { generateFiles, staleFiles } = await import("../emit/generate.ts");
    const stale = await staleFiles(await generateFiles(bundleContract()));
    if (stale.length > 0) {
      throw new UserError(
        `Not what the contract yields: ${stale.join(", ")}\n  Run npm run generate and commit the result.`,
      );
    }
    return "generated files are what the contract yields";
  });
}

/** Lints the contract, and returns it in one piece. */
export async function lint(): Promise<Bundle> {
  // First, because it says best what cannot be read.
  const bundle = bundleContract();
  await step("lint", async () => {
    await lintContract(bundle);
    return "openapi/ is sound, its notes are complete, and it says what the specification says";
  });
  return bundle;
}
