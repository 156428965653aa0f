import { join } from "node:path";
import { test } from "vitest";
import { goDriver, runGo } from "../../../test/support/go.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

test("the Go client keeps the matrix", requires(tools.go), async () => {
  await using folder = await temporaryFolder();
  const binary = join(folder.path, "matrix-driver");
  await runGo(goDriver, "go", "build", "-o", binary, ".");
  await expectToKeepMatrix([binary]);
});
