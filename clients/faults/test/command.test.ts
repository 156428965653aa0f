import { test } from "vitest";
import { command } from "../drivers.ts";
import { expectToKeepMatrix } from "./support/matrix.ts";

test("the command line keeps the matrix", () => expectToKeepMatrix(command));
