/** The story that every generated client tells on the emulator: create an HP job and read it back. */
import { asObject, resolvePointer } from "../../gaps/src/document/document.ts";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { Failure } from "./tool.ts";

/** The request of the story: an example of the contract. */
export const body = asObject(
  resolvePointer(await readBundle(), "#/components/examples/segments_as_variables.request")[
    "value"
  ],
);

/** @throws {Failure} when what a client printed last is not a job that was created and read back */
export function expectStory(output: string): void {
  const { created, read } = lastLineOf(output);
  if (typeof created?.job_id !== "string")
    throw new Failure(`the created job is ${JSON.stringify(created)}`);
  if (read?.job_id !== created.job_id || read?.project_name !== body["project_name"])
    throw new Failure(`the job that was read is ${JSON.stringify(read)}`);
}

interface Told {
  created?: { job_id?: unknown };
  read?: { job_id?: unknown; project_name?: unknown };
}

function lastLineOf(output: string): Told {
  const line = output.trim().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(line) as Told;
  } catch {
    throw new Failure(`it printed ${line}`);
  }
}
