/**
 * `npm run bench -- evidence`: hidden services of the simulation of `gaps/`, recorded, and shown to each tool. What does it state of
 * them, what of that is false, and which silent areas of the document does it find? Offline, and the same each time.
 */
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parseFile } from "openapi-gaps";
import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "openapi-gaps/document";
import { checkRecordings } from "openapi-gaps/evidence";
import { harOf } from "../gaps/test/evidence/support/recording.ts";
import { factsOf } from "../gaps/test/truth/judge.ts";
import { documentOf } from "../gaps/test/truth/document.ts";
import { origin, schemaName, type Service, service, statesOf } from "../gaps/test/truth/service.ts";
import { further, hold, recorded, simulate, typesIn } from "../gaps/test/truth/simulate.ts";
import { type Drawn, drawExchanges } from "../gaps/test/truth/traffic.ts";
import { redocly, runToolIn } from "../scripts/support/tool.ts";

// It need not be installed, and has no types then: what is used of it is said here.
const { generateSpec } = (await import("har-to-openapi")) as unknown as {
  generateSpec: (har: object) => Promise<{ spec: Json }>;
};

const services = fc.sample(service, { seed: 39, numRuns: 12 });

const keywords = [
  "enum",
  "format",
  "const",
  "minimum",
  "maximum",
  "pattern",
  "additionalProperties",
];

interface Row {
  statements: number;
  false: number;
  found: number;
}

const rows = new Map<string, Row>();
let silent = 0;

for (const truth of services) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "evidence-"));
  const at = (name: string) => join(folder.path, name);
  const document = documentOf(truth) as unknown as OpenApiDocument;
  const calls = drawExchanges(truth, recorded, 1);
  await writeFile(at("document.json"), JSON.stringify(document));
  await writeFile(at("recorded.har"), harOf(calls));
  await writeFile(at("further.har"), harOf(drawExchanges(truth, further, 2)));
  const areas = silentAreas(truth, document, calls);
  silent += areas.length;

  const own = simulate(truth, folder.path);
  const { news, endpoints } = checkRecordings(document, [at("recorded.har")]);
  const told = [...news.map(({ gap }) => gap), ...(endpoints.length > 0 ? ["endpoint"] : [])];
  const found = areas.filter(({ gap }) => told.some((id) => gap.test(id ?? ""))).length;
  add("openapi-gaps propose, check", { ...own, false: own.wrong.length, found });

  const drift = ["drift", at("recorded.har"), "--api", at("document.json"), "--format", "json"];
  await runToolIn(folder.path, redocly, ...drift, "--output", at("drift.json"));
  const { problems } = JSON.parse(await readFile(at("drift.json"), "utf8")) as {
    problems: object[];
  };
  const mentions = problems.map((problem) =>
    JSON.stringify({ ...problem, url: "", exchangeIndex: 0 }),
  );
  const inDrift = areas.filter(({ word }) => mentions.some((text) => word.test(text))).length;
  add("redocly drift", { statements: 0, false: 0, found: inDrift });

  const server = ["--server", origin + truth.base, "--openapi-version", "3.1"];
  await runToolIn(
    folder.path,
    redocly,
    "generate-spec",
    at("recorded.har"),
    ...server,
    "--output",
    at("generated.yaml"),
  );
  judge("redocly generate-spec", parseFile(at("generated.yaml")));
  const { spec } = await generateSpec(JSON.parse(harOf(calls)) as object);
  judge("har-to-openapi", spec);

  /** A document that a tool has written of its own. */
  function judge(tool: string, generated: Json) {
    const whole = generated as unknown as OpenApiDocument;
    const seen = typesIn(whole, at("recorded.har"));
    const { contradictions } = hold(whole, at("further.har"), seen);
    const text = JSON.stringify(generated);
    const found = areas.filter(({ word }) => word.test(text)).length;
    add(tool, { statements: countStatements(generated), false: contradictions.length, found });
  }
}

console.log(`${services.length} services, ${silent} silent areas\n`);
console.table(Object.fromEntries(rows));

function add(tool: string, { statements, false: wrong, found }: Row) {
  const row = rows.get(tool) ?? { statements: 0, false: 0, found: 0 };
  rows.set(tool, {
    statements: row.statements + statements,
    false: row.false + wrong,
    found: row.found + found,
  });
}

/** What the recording shows, and the document leaves open. */
function silentAreas({ resources }: Service, document: JsonObject, calls: Drawn[]) {
  const text = JSON.stringify(document);
  const facts = [...factsOf(document as OpenApiDocument, calls)].join("\n");
  const isSeen = (fact: string) => new RegExp(`^#/components/schemas/${fact}$`, "m").test(facts);
  const oneOf = (words: string[]) => new RegExp(`["/ ](${words.join("|")})[" ']`);
  const areas: { gap: RegExp; word: RegExp }[] = [];
  if (calls.some(({ operation, method }) => !operation && method !== "HEAD"))
    areas.push({ gap: /^endpoint$/, word: /\/unknown/ });
  for (const resource of resources) {
    const name = schemaName(resource);
    // One schema, or one for each kind.
    const at = `${name}(-large|-small)?(/allOf/1)?/properties`;
    const unknown = resource.fields.filter(({ isDocumented }) => !isDocumented);
    const seen = unknown.map((field) => field.name).filter((field) => isSeen(`${at}/${field}`));
    if (seen.length > 0)
      areas.push({ gap: new RegExp(`^${name}(-large|-small)?-fields$`), word: oneOf(seen) });
    const unnamed = statesOf(resource).states.filter((state) => !text.includes(`"${state}"`));
    const beyond = unnamed.filter((state) => isSeen(`(State|${at}/state) value ${state}`));
    const gap = new RegExp(`^(states|${name}(-large|-small)?-states)$`);
    if (beyond.length > 0) areas.push({ gap, word: oneOf(beyond) });
  }
  const codes = ["404", "429", "401", "500", "503"].filter((code) =>
    new RegExp(`/responses/${code}$`, "m").test(facts),
  );
  if (codes.length > 0) areas.push({ gap: /^failures$/, word: oneOf(codes) });
  return areas;
}

/** Fields, required marks, codes, and whatever narrows a value. */
function countStatements(node: Json): number {
  if (Array.isArray(node))
    return node.reduce((sum: number, each) => sum + countStatements(each), 0);
  if (!isObject(node)) return 0;
  const counted = [node["properties"], node["responses"], node["required"]].map((each) =>
    typeof each === "object" ? Object.keys(asObject(each) ?? each).length : 0,
  );
  const own = keywords.filter((key) => key in node).length;
  return Object.values(node).reduce(
    (sum: number, each) => sum + countStatements(each),
    own + counted.reduce((a, b) => a + b, 0),
  );
}
