import { describe, test } from "vitest";
import { findPython } from "../../../test/support/python.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { python } from "../drivers.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

describe.concurrent("the Python client keeps the matrix", requires(tools.httpx), () => {
  test.each(["sync", "async"] as const)("%s", (kind) =>
    expectToKeepMatrix(python(kind, findPython("httpx")!)),
  );
});
