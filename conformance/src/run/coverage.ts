/** How much of the contract a run has reached. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
} from "../../../gaps/src/document/document.ts";
import { collectGaps } from "../../../gaps/src/notes/gaps.ts";
import type { Observations, ObservedPlace } from "../observe/observations.ts";
import { operationsOf } from "../operations.ts";
import type { Coverage, News } from "../judge/finding.ts";

/** Counts what was called, sent, answered and seen, and names what was not. */
export function measureCoverage(
  document: OpenApiDocument,
  observations: Observations,
  news: News[],
): Coverage[] {
  const answers = observations.places.filter(({ side }) => side === "response");
  const requests = observations.places.filter(({ side }) => side !== "response");
  const operations = operationsOf(document);
  const called = new Set(Object.keys(observations.statuses));
  const parameters = operations.flatMap(({ operationId, path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      operationId,
      name: `${operationId} ${name}`,
    })),
  );
  const seenGaps = new Set([
    ...answers.flatMap(({ gaps }) => gaps),
    ...requests.flatMap(({ gaps }) => gaps),
    ...news.flatMap(({ gap }) => gap ?? []),
  ]);
  return [
    cover(
      "operations",
      operations.map(({ operationId }) => operationId),
      (name) => called.has(name),
    ),
    cover(
      "path parameters",
      parameters.map(({ name }) => name),
      (name) => called.has(name.split(" ")[0]!),
    ),
    cover("request branches", branchesOf(document), (name) =>
      requests.some(({ pointer }) => pointer === `#/components/schemas/${name}`),
    ),
    coverFields(
      "request fields",
      document,
      operations.map(({ node }) => node["requestBody"]),
      requests,
    ),
    coverFields(
      "response fields",
      document,
      operations.map(({ node }) => (node["responses"] as JsonObject)["2XX"]),
      answers,
    ),
    cover(
      "gaps",
      collectGaps(document).map(({ id }) => id),
      (id) => seenGaps.has(id),
    ),
  ];
}

function cover(what: string, all: string[], isReached: (name: string) => boolean): Coverage {
  const missing = all.filter((name) => !isReached(name));
  return { what, reached: all.length - missing.length, total: all.length, missing };
}

/** Names of the schemas that a choice is made between. */
function branchesOf(document: OpenApiDocument): string[] {
  return Object.values(document.components.schemas).flatMap(({ oneOf }) =>
    ((oneOf ?? []) as JsonObject[]).map(({ $ref }) => String($ref).split("/").at(-1)!),
  );
}

function coverFields(
  what: string,
  document: OpenApiDocument,
  messages: unknown[],
  places: ObservedPlace[],
): Coverage {
  const schemas = new Set(messages.flatMap((message) => schemasBelow(document, message)));
  const fields = [...schemas].flatMap((name) =>
    Object.keys(document.components.schemas[name]!["properties"] ?? {}).map(
      (field) => `${name}.${field}`,
    ),
  );
  return cover(what, fields, (name) => {
    const [schema, field] = name.split(".");
    return places.some(
      ({ pointer, fields: seen }) => pointer === `#/components/schemas/${schema}` && field! in seen,
    );
  });
}

/** Names of the schemas that a part of the contract refers to, directly or not. */
function schemasBelow(
  document: OpenApiDocument,
  part: unknown,
  seen = new Set<string>(),
): string[] {
  if (Array.isArray(part)) part.forEach((item) => schemasBelow(document, item, seen));
  if (!isObject(part)) return [...seen];
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(part["$ref"]))?.[1];
  if (name && !seen.has(name)) {
    seen.add(name);
    schemasBelow(document, document.components.schemas[name], seen);
  }
  Object.entries(part).forEach(([key, child]) => {
    if (key !== "examples") schemasBelow(document, child, seen);
  });
  return [...seen];
}
