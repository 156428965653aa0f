/** The packages that the benches compare with: `bench/package.json` pins them, and only `npm ci --prefix bench` installs them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "./package.json" with { type: "json" };

export const benchPackages = {
  name: "A package of the benches",
  isPresent: areInstalled,
  install: "npm ci --prefix bench",
};

/** Whether all of them are installed, in the versions that are pinned. */
function areInstalled(): boolean {
  return Object.entries(manifest.devDependencies).every(([name, pinned]) => {
    const file = join(import.meta.dirname, "node_modules", name, "package.json");
    // An alias is pinned as `npm:typescript@7.0.2`.
    const version = pinned.split("@").at(-1);
    return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
  });
}
