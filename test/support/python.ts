/** The Python that the Python client is tested with. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../scripts/support/locations.ts";

/** Names an interpreter in place of those that are looked for. */
const pythonVariable = "PYTHON";

/** Path of an interpreter that has all of the modules; `undefined` where there is none. */
export function findPython(...modules: string[]): string | undefined {
  const named = process.env[pythonVariable];
  // The second is the system's own, for which Debian has the packages.
  const candidates = named ? [named] : ["python3", "/usr/bin/python3"];
  // Its own path: not every tool looks a name up as a shell does.
  const probe = ["-c", `import sys, ${modules.join(", ")}; print(sys.executable)`];
  for (const python of candidates) {
    const { status, stdout } = spawnSync(python, probe, { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

/** The newest httpx that the client is for: Debian has one of the oldest. */
const newestHttpx = "httpx==0.28.1";
const newestFolder = join(root, "node_modules/.cache/newest-httpx");
export const newestPython = join(newestFolder, "bin/python3");
export const installNewest = `python3 -m venv ${newestFolder} && ${newestPython} -m pip install ${newestHttpx} pytest`;

/**
 * Words for Python that check types by the strictest rules, for the oldest Python that the package is for. What mypy
 * found out about the packages that the client uses is kept, as it takes four fifths of its time.
 */
export const strictMypy = [
  ...["-m", "mypy", "--strict", "--python-version", "3.10"],
  ...["--cache-dir", join(root, "node_modules/.cache/mypy")],
];
