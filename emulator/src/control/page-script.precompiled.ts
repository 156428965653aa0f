/**
 * The script of the page, in one file with its library. In the source it is bundled each time it is asked for. The package has the
 * text, and no bundler: what {@link precompile} returns stands in the place of this module.
 */
import { fileURLToPath } from "node:url";

export async function bundlePage(): Promise<string> {
  const { build } = await import("rolldown");
  const input = fileURLToPath(new URL("../../page/page.ts", import.meta.url));
  const { output } = await build({ input, platform: "browser", write: false });
  return output[0].code;
}

/** @public called by the build of packages */
export async function precompile(): Promise<string> {
  return `export const bundlePage = () => ${JSON.stringify(await bundlePage())};`;
}
