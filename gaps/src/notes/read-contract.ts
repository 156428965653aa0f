/** Reads the document of a command: its operand, or what `--contract` names, with the notes beside it. */
import { existsSync } from "node:fs";
import { type ReadDocument, readDocument } from "../document/read-document.ts";
import { formatProblem, UserError } from "../problem.ts";
import { withNotes } from "./overlay.ts";

/** Where a document usually is. */
const usual = ["openapi.yaml", "openapi.yml", "openapi.json"];

interface Options {
  contract?: string | undefined;
  notes?: string | undefined;
}

/**
 * The document, and on standard error what could not be read of it.
 *
 * @param operands of a command that takes a document and nothing else
 * @throws {UserError} when there is none, or it cannot be read
 */
export function readContract(options: Options, operands: string[] = []): ReadDocument {
  const read = readQuietly(options, operands);
  for (const problem of read.problems) console.error(formatProblem(problem));
  return read;
}

/** {@link readContract} for who tells the problems by itself. */
export function readQuietly({ contract, notes }: Options, operands: string[] = []): ReadDocument {
  const [file = usual.find((name) => existsSync(name)), ...others] = [
    ...(contract === undefined ? [] : [contract]),
    ...operands,
  ];
  if (file === undefined)
    throw new UserError(
      `There is no ${usual[0]} here. Name the document, as in --contract api.yaml.`,
    );
  if (others.length > 0)
    throw new UserError(
      `Name one document. These are ${others.length + 1}: ${[file, ...others].join(", ")}.`,
    );
  return withNotes(readDocument(file), notes);
}
