import { test } from "vitest";
import { typescript } from "../drivers.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

test("the TypeScript client keeps the matrix", () => expectToKeepMatrix(typescript));
