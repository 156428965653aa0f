/** The Python client under a second type checker: the table of calls that mypy checks in the package's own tests. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPython } from "../../test/support/python.ts";
import { root } from "../../scripts/support/locations.ts";
import { runTool } from "../../scripts/support/tool.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { benchPackages } from "../packages.ts";

test(
  "pyright refuses the wrong calls and no other, and finds nothing in the client",
  requires(benchPackages, tools.httpx),
  async () => {
    await using folder = await temporaryFolder();
    await cp(join(root, "clients/python"), folder.path, { recursive: true });
    const calls = (await readFile(join(folder.path, "tests/calls.py"), "utf8")).split("\n");
    const marked = calls.flatMap((line, index) => (line.endsWith("# error") ? [index + 1] : []));
    const settings = {
      include: ["src", "tests/calls.py"],
      extraPaths: ["src"],
      pythonVersion: "3.10",
      typeCheckingMode: "standard",
      // As mypy --strict has it.
      reportUnnecessaryComparison: "error",
    };
    await writeFile(join(folder.path, "pyrightconfig.json"), JSON.stringify(settings));
    const pyright = createRequire(import.meta.url).resolve("pyright/index.js");
    const words = ["--outputjson", "--pythonpath", findPython("httpx")!, "--project", folder.path];
    const { stdout } = await runTool(pyright, ...words);
    const { generalDiagnostics: found } = JSON.parse(stdout);
    const errors = found.filter(({ severity }: any) => severity === "error");
    expect(errors.filter(({ file }: any) => !file.endsWith("tests/calls.py"))).toEqual([]);
    const lines = errors.map(({ range }: any) => range.start.line + 1);
    expect([...new Set(lines)], stdout).toEqual(marked);
  },
);
