/** The Python that the Python client is tested with. */
import { spawnSync } from "node:child_process";

/** Names an interpreter in place of those that are looked for. */
const pythonVariable = "PYTHON";

/** An interpreter that has all of the modules; `undefined` where there is none. */
export function findPython(...modules: string[]): string | undefined {
  const named = process.env[pythonVariable];
  // The second is the system's own, for which Debian has the packages.
  const candidates = named ? [named] : ["python3", "/usr/bin/python3"];
  const probe = ["-c", `import ${modules.join(", ")}`];
  return candidates.find((python) => spawnSync(python, probe, { stdio: "ignore" }).status === 0);
}
