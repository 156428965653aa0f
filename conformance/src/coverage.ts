/** How much of the contract a run has reached. */
import {
  asList,
  asObject,
  asObjectList,
  isObject,
  type OpenApiDocument,
} from "openapi-gaps/document";
import { Checker, type Counts, type ObservedPlace } from "openapi-gaps/evidence";
import type { Coverage, News } from "./result.ts";

/** Counts what was called, sent, answered and seen, and names what was not. */
export function measureCoverage(
  document: OpenApiDocument,
  { places, statuses }: Counts,
  news: News[],
): Coverage[] {
  const { interface: of, gaps } = Checker.of(document);
  const answers = places.filter(({ side }) => side === "response");
  const requests = places.filter(({ side }) => side !== "response");
  const called = new Set(Object.keys(statuses));
  const parameters = of.operations.flatMap(({ operationId, path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${operationId} ${name}`),
  );
  const seenGaps = new Set([
    ...places.flatMap(({ gaps }) => gaps),
    ...news.flatMap(({ gap }) => gap ?? []),
  ]);
  const branches = Object.values(document.components.schemas).flatMap(({ oneOf }) =>
    asObjectList(oneOf).map(({ $ref }) => String($ref).split("/").at(-1)!),
  );
  const sent = of.operations.map(({ node }) => node["requestBody"]);
  const answered = of.operations.map(({ node }) => asObject(node["responses"])["2XX"]);
  const ids = of.operations.map(({ operationId }) => operationId);
  const isSent = (name: string) =>
    requests.some(({ pointer }) => pointer === `#/components/schemas/${name}`);
  return [
    cover("operations", ids, (name) => called.has(name)),
    cover("path parameters", parameters, (name) => called.has(name.split(" ")[0]!)),
    cover("request branches", branches, isSent),
    coverFields("request fields", document, sent, requests),
    coverFields("response fields", document, answered, answers),
    cover(
      "gaps",
      gaps.map(({ id }) => id),
      (id) => seenGaps.has(id),
    ),
  ];
}

function cover(what: string, all: string[], isReached: (name: string) => boolean): Coverage {
  const missing = all.filter((name) => !isReached(name));
  return { what, reached: all.length - missing.length, total: all.length, missing };
}

function coverFields(
  what: string,
  document: OpenApiDocument,
  messages: unknown[],
  places: ObservedPlace[],
): Coverage {
  const seen = new Map(places.map(({ pointer, fields }) => [pointer, fields]));
  const schemas = new Set(messages.flatMap((message) => [...schemasBelow(document, message)]));
  const fields = [...schemas].flatMap((name) =>
    Object.keys(asObject(document.components.schemas[name]!["properties"])).map(
      (field) => `${name}.${field}`,
    ),
  );
  return cover(what, fields, (name) => {
    const [schema, field = ""] = name.split(".");
    return field in (seen.get(`#/components/schemas/${schema}`) ?? {});
  });
}

/** Names of the schemas that a part of the contract refers to, directly or not. */
function schemasBelow(
  document: OpenApiDocument,
  part: unknown,
  seen = new Set<string>(),
): Set<string> {
  for (const item of asList(part)) schemasBelow(document, item, seen);
  if (!isObject(part)) return seen;
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(part["$ref"]))?.[1];
  if (name && !seen.has(name)) {
    seen.add(name);
    schemasBelow(document, document.components.schemas[name], seen);
  }
  for (const [key, child] of Object.entries(part))
    if (key !== "examples") schemasBelow(document, child, seen);
  return seen;
}
