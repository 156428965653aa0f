import { describe, test } from "vitest";
import { findPython, newestPython } from "../../../test/support/python.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { python } from "../drivers.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

const kinds = ["sync", "async"] as const;

describe.concurrent("the Python client keeps the matrix", requires(tools.httpx), () => {
  test.each(kinds)("%s", (kind) => expectToKeepMatrix(python(kind, findPython("httpx")!)));
});

describe.concurrent("with the newest httpx, too", requires(tools.newestHttpx), () => {
  test.each(kinds)("%s", (kind) => expectToKeepMatrix(python(kind, newestPython)));
});
