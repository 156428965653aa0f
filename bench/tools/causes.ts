/** Finds which parts of the contract's form a tool cannot read, by putting them back into the portable copy one at a time. */
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { type Conversion, conversions, convert } from "../../scripts/emit/portable.ts";
import type { Service, Tool } from "./tool.ts";
import { type Outcome, tryTool } from "./try-tool.ts";

const contract = await readBundle();

/** 3.1 has words for all of the copy, but 3.0 has none for what is put back: so it is the form that is tried alone. */
const [version, ...parts] = conversions as [Conversion, ...Conversion[]];

/** The parts of the form that make a tool fail where it does not with the portable copy. */
export async function causesOf(tool: Tool, service: Service, portable: Outcome): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "causes-"));
  const causes: string[] = [];
  for (const part of [version, ...parts]) {
    const chosen = parts.filter((conversion) => conversion !== part);
    const document = join(folder.path, "openapi.json");
    await writeFile(document, JSON.stringify(convert(contract, chosen)));
    const outcome = await tryTool(tool, { ...service, document });
    if (outcome.fails.length > portable.fails.length) causes.push(part.of);
    // Whatever else is put back, it would fail for this.
    if (part === version && causes.length > 0) break;
  }
  return causes;
}
