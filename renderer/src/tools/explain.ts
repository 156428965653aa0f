/** Says what a failure was about. */
import { ToolError } from "./run-tool.ts";

/** Puts words before the message of what goes wrong with an input, such as its address. */
export async function explain<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`${what}: ${error.message}`);
  }
}
