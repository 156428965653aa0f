import { join } from "node:path";
import { test } from "vitest";
import { assembleGo, runGo } from "../../../test/support/go.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { go } from "../drivers.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

test("the Go client keeps the matrix", requires(tools.go), async () => {
  await using folder = await assembleGo();
  const binary = join(folder.path, "matrix-driver");
  await runGo(folder.path, "go", "build", "-o", binary, "./driver");
  await expectToKeepMatrix(go(binary));
});
