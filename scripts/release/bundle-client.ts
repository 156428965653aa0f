/** The client as an application ships it. */
import { join } from "node:path";
import { build } from "rolldown";
import { clientFolder } from "../support/locations.ts";

/**
 * The client as one minified module, with all that it imports.
 *
 * @param entry name of the entry in `exports`, without `./`; `index` for the main one
 */
export async function bundleClient(entry: string): Promise<string> {
  const { output } = await build({
    input: join(clientFolder, "src", `${entry}.ts`),
    platform: "browser",
    output: { format: "esm", minify: true },
    write: false,
    logLevel: "warn",
  });
  // A library needs these hints for the bundler after it; an application has none after it.
  return output[0].code.replaceAll("/* @__PURE__ */ ", "");
}
