/** The packages that the benches need: `bench/package.json` pins them, and nobody else installs them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const benchPackages = {
  name: "A package of bench",
  isPresent: areInstalled,
  install: "npm ci --prefix bench",
};

/** Whether all are installed, in the versions that are pinned. */
function areInstalled(): boolean {
  const { devDependencies } = readJson(join(import.meta.dirname, "package.json")) as {
    devDependencies: Record<string, string>;
  };
  return Object.entries(devDependencies).every(([name, pinned]) => {
    const file = join(import.meta.dirname, "node_modules", name, "package.json");
    // An alias is pinned as `npm:typescript@7.0.2`.
    const version = pinned.split("@").at(-1);
    return existsSync(file) && (readJson(file) as { version: string }).version === version;
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}
