/** `observe`: from a HAR file to observations. */
import { readBundle } from "../../../scripts/contract/read-bundle.ts";
import { readOptions } from "../command-line.ts";
import { writeWhole } from "../write-whole.ts";
import { readHar } from "./har.ts";
import { Observer } from "./observer.ts";
import type { Observations } from "./observations.ts";

export const observeHelp = `Usage: video-generation-conformance observe <file.har> [options]

Counts what the answers of a recording show: types, forms of strings, names of fields, status codes, and the words of
lists such as job statuses. No text, URL, identifier or token is written.

  --environment <name>  where the recording comes from (default: unnamed)
  --output <file>       where to write the observations (default: observations.json)`;

export async function observeCommand(args: string[]): Promise<void> {
  const { positionals, values } = readOptions(args, observeHelp, {
    environment: { type: "string", default: "unnamed" },
    output: { type: "string", default: "observations.json" },
  });
  const observations = await observeHar(positionals[0]!, values["environment"]!);
  await writeWhole(values["output"]!, `${JSON.stringify(observations, null, 2)}\n`);
  console.log(summarize(observations, values["output"]!));
}

/** Reads a HAR file to its end. */
export async function observeHar(file: string, environment: string): Promise<Observations> {
  const observer = new Observer(await readBundle(), { environment });
  for await (const exchange of readHar(file)) observer.add(exchange);
  return observer.observations();
}

function summarize({ exchanges, places }: Observations, output: string): string {
  const gaps = new Set(places.flatMap(({ gaps }) => gaps));
  return [
    `${exchanges.read} exchanges, ${exchanges.recognised} of them calls of an operation`,
    `${gaps.size} gaps seen: ${[...gaps].sort().join(", ") || "none"}`,
    `Written: ${output}. It holds no value of a request or an answer but words of lists; look at it before you share it.`,
  ].join("\n");
}
