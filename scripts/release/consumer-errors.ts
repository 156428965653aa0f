/** What a contract does to code that was written against another one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../support/locations.ts";
import { compileVirtually } from "./compiler.ts";

export interface ConsumerError {
  /** 1-based line of `scripts/release/consumer.ts`. */
  line: number;
  /** The line itself. */
  code: string;
  /** First sentence of the compiler. */
  message: string;
}

export const consumerFile = "scripts/release/consumer.ts";

/** Errors of the consumer when it is compiled against these types. */
export async function compileConsumer(types: string): Promise<ConsumerError[]> {
  const consumer = await readFile(join(root, consumerFile), "utf8");
  const program = compileVirtually({ [consumerFile]: consumer, "generated/schema.d.ts": types });
  const source = program.getSourceFile(join(root, consumerFile));
  if (!source) throw new Error(`${consumerFile} was not compiled`);
  return ts.getPreEmitDiagnostics(program, source).map(({ start = 0, messageText }) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    const [message = ""] = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
    return { line: line + 1, code: consumer.split("\n")[line]!.trim(), message };
  });
}
