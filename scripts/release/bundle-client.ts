/** The client as an application ships it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "rolldown";

/**
 * An application as one minified module, with all that it imports.
 *
 * @param code the application
 * @param folder where its packages are installed
 */
export async function bundleApplication(code: string, folder: string): Promise<string> {
  const own = await mkdtemp(join(folder, "application-"));
  try {
    const input = join(own, "main.js");
    await writeFile(input, code);
    const { output } = await build({
      input,
      platform: "browser",
      output: { format: "esm", minify: true },
      write: false,
      logLevel: "warn",
    });
    // A library needs these hints for the bundler after it; an application has none after it.
    return output[0].code.replaceAll("/* @__PURE__ */ ", "");
  } finally {
    await rm(own, { recursive: true });
  }
}
