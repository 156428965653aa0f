/**
 * The script of the page with its library, and its style as Tailwind makes it. In the source they are bundled each time they are asked
 * for. The package has the texts, and no bundler: what {@link precompile} returns stands in the place of this module.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../page/page.ts", import.meta.url));
const style = fileURLToPath(new URL("../../page/page.css", import.meta.url));

export async function bundleScript(): Promise<string> {
  const { build } = await import("rolldown");
  const { output } = await build({ input: script, platform: "browser", write: false });
  return output[0].code;
}

export async function bundleStyle(): Promise<string> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const { css } = await postcss([tailwind()]).process(await readFile(style), { from: style });
  return css;
}

/** @public called by the build of packages */
export async function precompile(): Promise<string> {
  return `export const bundleScript = () => ${JSON.stringify(await bundleScript())};
export const bundleStyle = () => ${JSON.stringify(await bundleStyle())};`;
}
