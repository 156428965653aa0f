/**
 * `npm run bench -- evidence`: hidden services of the simulation of `gaps/`, recorded, and shown to each tool. What does it state of
 * them, what of that is false, and which silent areas of the document does it find? Offline, and the same each time.
 */
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parseFile } from "openapi-gaps";
import { asObject, isObject, type Json, type OpenApiDocument } from "openapi-gaps/document";
import { checkRecordings } from "openapi-gaps/evidence";
import { harOf } from "../gaps/test/evidence/support/recording.ts";
import { factsOf } from "../gaps/test/truth/judge.ts";
import { documentOf, origin, type Service, service } from "../gaps/test/truth/service.ts";
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
  const found = areas.filter(({ gap }) => told.includes(gap)).length;
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
console.log("tool                          statements  false  silent areas found");
for (const [tool, { statements, false: wrong, found }] of rows)
  console.log(
    `${tool.padEnd(28)}  ${String(statements).padStart(10)}  ${String(wrong).padStart(5)}  ${String(found).padStart(19)}`,
  );

function add(tool: string, { statements, false: wrong, found }: Row) {
  const row = rows.get(tool) ?? { statements: 0, false: 0, found: 0 };
  rows.set(tool, {
    statements: row.statements + statements,
    false: row.false + wrong,
    found: row.found + found,
  });
}

/** What the recording shows, and the document leaves open. */
function silentAreas(
  { resources, hasSharedState }: Service,
  document: OpenApiDocument,
  calls: Drawn[],
) {
  const facts = factsOf(document, calls);
  const named = (prefix: string) =>
    [...facts].filter((fact) => fact.startsWith(prefix)).map((fact) => fact.slice(prefix.length));
  const oneOf = (words: string[]) => new RegExp(`["/ ](${words.join("|")})[" ']`);
  const areas: { gap: string; word: RegExp }[] = [];
  if (calls.some(({ operation, method }) => !operation && method !== "HEAD"))
    areas.push({ gap: "endpoint", word: /\/unknown/ });
  for (const { name, fields, states, known } of resources) {
    const schema = Object.keys(document.components.schemas).find((each) =>
      name.normalize("NFD").replace(/\W/, "").startsWith(each),
    )!;
    const at = `#/components/schemas/${schema}`;
    const unknown = fields.filter(({ isDocumented }) => !isDocumented).map((field) => field.name);
    const seen = unknown.filter((field) => facts.has(`${at}/properties/${field}`));
    if (seen.length > 0) areas.push({ gap: `${schema}-fields`, word: oneOf(seen) });
    const values = named(
      `${hasSharedState ? "#/components/schemas/State" : `${at}/properties/state`} value `,
    );
    const beyond = values.filter((value) => !states.slice(0, known).includes(value));
    if (beyond.length > 0)
      areas.push({ gap: hasSharedState ? "states" : `${schema}-states`, word: oneOf(beyond) });
  }
  const codes = ["404", "429", "401", "500", "503"];
  const failed = codes.filter((code) =>
    [...facts].some((fact) => fact.endsWith(`/responses/${code}`)),
  );
  if (failed.length > 0) areas.push({ gap: "failures", word: oneOf(failed) });
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
