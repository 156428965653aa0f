import { afterAll, beforeAll, describe, test } from "vitest";
import { assembleClient } from "../../../scripts/release/assemble.ts";
import { findPython } from "../../../test/support/python.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { python } from "../drivers.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  await assembleClient("python", folder.path);
});
afterAll(() => folder.remove());

describe.concurrent("the Python client keeps the matrix", requires(tools.httpx), () => {
  test.each(["sync", "async"] as const)("%s", (kind) =>
    expectToKeepMatrix(python(kind, findPython("httpx")!, folder.path)),
  );
});
