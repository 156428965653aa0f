/**
 * The fast part of the suite, as functions of a contract: what `npm test` finds without a process.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { disagreements } from "../lint/facts/check.ts";
import { exampleProblems } from "../lint/example-problems.ts";
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { root } from "../support/locations.ts";
import { compileVirtually } from "../release/compiler.ts";
import { loadSpectral } from "../lint/spectral.ts";
import { generateTypes } from "../emit/types.ts";

export interface Judge {
  /** What catches, as it reads after “caught by”. */
  name: string;
  /** The first thing that is wrong; undefined when nothing is. */
  complain: (document: OpenApiDocument) => Promise<string | undefined>;
}

/** The judges, the fastest first. */
export async function loadJudges(): Promise<Judge[]> {
  const lint = await loadSpectral();
  const typeTest = "test/types.test-d.ts";
  const typeTestText = await readFile(join(root, typeTest), "utf8");
  return [
    {
      name: "the facts of the specification",
      complain: async (document) => disagreements(document)[0],
    },
    { name: "the examples", complain: async (document) => exampleProblems(document)[0] },
    {
      name: "the rules",
      complain: async (document) => (await lint(JSON.stringify(document)))[0]?.message,
    },
    {
      name: "the type tests",
      complain: async (document) => {
        const types = await generateTypes(document);
        const files = { [typeTest]: typeTestText, "generated/schema.d.ts": types };
        const program = compileVirtually(files);
        const [error] = ts.getPreEmitDiagnostics(
          program,
          program.getSourceFile(join(root, typeTest)),
        );
        return error && ts.flattenDiagnosticMessageText(error.messageText, "\n");
      },
    },
  ];
}

/** Name of the first judge that finds something wrong; undefined when the mutant survives. */
export async function judgeContract(
  judges: Judge[],
  document: OpenApiDocument,
): Promise<string | undefined> {
  for (const { name, complain } of judges) {
    // A contract that makes a check fall over is noticed as well.
    const complaint = await complain(document).catch((error: unknown) => String(error));
    if (complaint !== undefined) return name;
  }
  return undefined;
}
