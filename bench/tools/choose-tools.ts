/** What the command is asked for. */
import { UserError } from "../../gaps/src/problem.ts";
import type { Tool } from "./tool.ts";

export interface Choice {
  /** Those whose names hold every word; all of them without one. */
  tools: Tool[];
  /** Whether the page of the site is written. */
  isWritten: boolean;
}

/** @throws {UserError} for words that no name holds, and for a page of some tools */
export function chooseTools(all: Tool[], words: string[]): Choice {
  const isWritten = words.includes("--write");
  const wanted = words.filter((word) => word !== "--write").map((word) => word.toLowerCase());
  const tools = all.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
  if (tools.length === 0)
    throw new UserError(
      `No tool is called ${wanted.join(" ")}. There are ${all.map(({ name }) => name).join("; ")}.`,
    );
  if (isWritten && tools.length < all.length)
    throw new UserError(`The page tells of all tools: leave out ${wanted.join(" ")}, or --write.`);
  return { tools, isWritten };
}
