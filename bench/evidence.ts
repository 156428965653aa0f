/**
 * `npm run bench -- evidence`: hidden services of the simulation of `gaps/`, recorded, and shown to each tool. What does it state of
 * them, what of that is false, and which silent areas of the document does it find? Offline, and the same each time.
 */
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readDocument } from "openapi-gaps";
import {
  asList,
  asObject,
  escapeSegment,
  isObject,
  type Json,
  type OpenApiDocument,
} from "openapi-gaps/document";
import { BaseAddress, checkRecordings } from "openapi-gaps/evidence";
import { harOf } from "../gaps/test/evidence/support/recording.ts";
import { factsOf } from "../gaps/test/truth/judge.ts";
import { documentOf, gapAt, type Service, service } from "../gaps/test/truth/service.ts";
import { further, hold, recorded, simulate } from "../gaps/test/truth/simulate.ts";
import { drawExchanges } from "../gaps/test/truth/traffic.ts";
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

type Row = Record<"statements" | "false" | "found", number>;
const rows = new Map<string, Row>();
let silent = 0;

for (const each of services) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "evidence-"));
  const at = (name: string) => join(folder.path, name);
  const document = documentOf(each.truth) as unknown as OpenApiDocument;
  const [calls, later] = [drawExchanges(each, recorded, 1), drawExchanges(each, further, 2)];
  const facts = factsOf(calls);
  await writeFile(at("document.json"), JSON.stringify(document));
  const areas = silentAreas(each, facts);
  silent += areas.length;

  // It writes the recordings as well.
  const own = simulate(each, folder.path);
  const { news, endpoints } = checkRecordings(document, [at("recorded.har")]);
  const told = [...news.map(({ gap = "" }) => gap), ...(endpoints.length > 0 ? ["endpoint"] : [])];
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

  const server = [
    "--server",
    BaseAddress.of(document, undefined).urlOf(""),
    "--openapi-version",
    "3.1",
  ];
  await runToolIn(
    folder.path,
    redocly,
    "generate-spec",
    at("recorded.har"),
    ...server,
    "--output",
    at("generated.yaml"),
  );
  judge("redocly generate-spec", at("generated.yaml"));
  const { spec } = await generateSpec(JSON.parse(harOf(calls)) as object);
  await writeFile(at("generated.json"), JSON.stringify(spec));
  judge("har-to-openapi", at("generated.json"));

  /** A document that a tool has written of its own. */
  function judge(tool: string, file: string) {
    const { document: generated } = readDocument(file);
    const isNewType = (fact: string) => fact.includes(" type ") && !facts.has(fact);
    const { contradictions } = hold(generated, at("further.har"), later, isNewType);
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

/** What the recording shows, and the document leaves open: by the gap there, fields, values and codes. */
function silentAreas({ truth }: Service, facts: Set<string>) {
  const words = new Map([["endpoint", ["unknown"]]]);
  const add = (gap: string, ...some: string[]) =>
    some.length > 0 && words.set(gap, [...(words.get(gap) ?? []), ...some]);
  const visit = (part: Json, place: string, above: string): void => {
    if (typeof part !== "object" || part === null) return;
    const { $asks, "x-extensible-enum": known } = asObject(part);
    const gap = $asks ? place : above;
    if (asList($asks).includes("values")) {
      const values = [...facts].flatMap((fact) => fact.split(`${place} value `)[1] ?? []);
      add(gap, ...values.filter((value) => !asList(known).includes(value)));
    }
    for (const [key, child] of Object.entries(part)) {
      const at = `${place}/${escapeSegment(key)}`;
      if (asObject(child)["$hidden"] && facts.has(at)) add(gap, key);
      else if (!key.startsWith("$")) visit(child, at, gap);
    }
  };
  visit(truth, "#", "");
  const failure = "#/components/responses/Failure";
  const codes = [...facts].flatMap((fact) => /\/responses\/([45]\d\d)$/.exec(fact)?.[1] ?? []);
  if (facts.has(failure)) add(failure, ...codes);
  return [...words].map(([place, all]) => ({
    ...{
      gap: place === "endpoint" ? place : gapAt(place),
      word: new RegExp(`["/ ](${all.join("|")})[" '/]`),
    },
  }));
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
