/** Draws the exchanges of a service, as somebody would record them. */
import { gzipSync } from "node:zlib";
import type { Json, JsonObject } from "../../src/document/document.ts";
import type { RecordedCall } from "../evidence/support/recording.ts";
import {
  failures,
  type Field,
  idOf,
  origin,
  pathsOf,
  type Resource,
  type Service,
  type Sort,
} from "./service.ts";

/** A recorded call, and what can be read of its answer. */
export interface Drawn extends RecordedCall {
  /** The path of the document, and the method as it writes it; undefined for what is no operation. */
  operation?: [path: string, method: string] | undefined;
  /** Undefined where the recording does not hold it. */
  readable?: Json | undefined;
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (count: number) => Math.floor(next() * count),
    /** @param percent how often it is true */
    isOf: (percent: number) => next() * 100 < percent,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
  };
}

type Random = ReturnType<typeof randomOf>;

const people = ["bob_smith", "ann", "Zoe Q", "x-1"];

function valueOf(sort: Sort, random: Random): Json {
  switch (sort) {
    case "text":
      return random.pick(["a", "Ein Satz.", "2026-01-02", "7", "", "null"]);
    case "integer":
      return random.pick([0, 7, -3, 9007199254740993n.toString().length]);
    case "number":
      return random.pick([1, 1.5, -0.25]);
    case "boolean":
      return random.isOf(50);
    case "record":
      return { a: random.below(9), ...(random.isOf(70) ? { when: "soon" } : {}) };
    case "list":
      return Array.from({ length: random.below(3) }, () => random.pick(["red", "blue"]));
    case "map":
      return { [random.pick(people)]: random.below(5), [`u${random.below(99)}`]: 1 };
  }
}

/** One object of a resource; what is sent may be of other types where the document does not say. */
function objectOf(resource: Resource, id: string, random: Random, isSent = false): JsonObject {
  const object: JsonObject = {};
  if (!isSent) object[idOf(resource)] = resource.identifier === "number" ? Number(id) : id;
  const { states } = resource;
  if (random.isOf(97)) object["state"] = random.isOf(2) ? states.at(-1)! : random.pick(states);
  for (const field of resource.fields) {
    if (!random.isOf(field.presence)) continue;
    object[field.name] = isSent && !field.isDocumented ? "as sent" : fieldValue(field, random);
  }
  return object;
}

const fieldValue = ({ nulls, sorts }: Field, random: Random): Json =>
  random.isOf(nulls) ? null : valueOf(random.isOf(90) ? sorts[0]! : sorts.at(-1)!, random);

const identifiers = {
  number: (number: number) => String(number),
  word: (number: number) => `${"abcdefgh"[number % 8]}item`,
  odd: (number: number) => `a/b %${number}é`,
};

/** @param seed two of them give different exchanges of the same service */
export function drawExchanges(service: Service, count: number, seed: number): Drawn[] {
  const random = randomOf(service.seed + seed);
  return Array.from({ length: count }, () => {
    const drawn = draw(service, random);
    // Answers overtake each other, and are recorded as they come.
    const time = new Date(Date.UTC(2026, 2, 1 + random.below(9), random.below(24))).toISOString();
    return { origin, time, ...drawn, url: service.base + drawn.url };
  });
}

function draw(service: Service, random: Random): Drawn {
  if (random.isOf(2)) return { url: "/unknown/1", answer: { any: 1 } };
  if (random.isOf(2)) return { url: "/orders", method: "HEAD" };
  const resource = random.pick(service.resources);
  const { one, list, other } = pathsOf(resource);
  const id = identifiers[resource.identifier](random.below(40));
  const at = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(name === "owner" ? "me" : id));
  const kinds = list === undefined ? ["get"] : ["get", "get", "list", "create", "delete"];
  const kind = random.pick(other === undefined ? kinds : [...kinds, "other"]);
  const path = { get: one, delete: one, list, create: list, other }[kind]!;
  const method = { create: "post", delete: "delete" }[kind] ?? "get";
  const sent = objectOf(resource, id, random, true);
  const call: Drawn = {
    url: at(path),
    operation: [path, method],
    method: method.toUpperCase(),
    ...(kind === "create" ? { sent } : {}),
  };
  if (kind === "list") call.url += random.pick(["", "?limit=5", "?where[state]=open"]);
  if (resource.failures.length > 0 && random.isOf(15))
    return answered(call, ...failureOf(resource, kind, random), random);
  if (kind === "delete") return { ...call, status: 204, response: { content: { size: 0 } } };
  const objects = () =>
    Array.from({ length: random.below(4) }, (_, index) =>
      objectOf(resource, identifiers[resource.identifier](random.below(40) + index), random),
    );
  const bodies: Record<string, () => Json> = {
    other: () => ({ preview: true }),
    list: () => (resource.isPaged ? { items: objects(), next: "2" } : objects()),
  };
  const body = bodies[kind]?.() ?? objectOf(resource, id, random);
  const status = random.isOf(90) ? resource.codes[0]! : resource.codes.at(-1)!;
  return answered(call, status, "application/json", body, random);
}

/** Each operation has failures of its own. */
function failureOf(resource: Resource, kind: string, random: Random) {
  const own = resource.failures.filter((index) => (index + kind.length) % 2 === 0);
  const { status, mediaType, body } =
    failures[random.pick(own.length > 0 ? own : resource.failures)]!;
  return [status, mediaType, body?.(random.below(60))] as const;
}

/** An answer as recorders write it: whole, compressed, apart from its body, from a cache. */
function answered(
  call: Drawn,
  status: number,
  mediaType: string,
  answer: Json | undefined,
  random: Random,
): Drawn {
  if (mediaType === "") return { ...call, status, response: { content: { size: 0 } } };
  if (answer === undefined)
    return { ...call, status, response: { content: { mimeType: mediaType, text: "<p>No</p>" } } };
  const whole: Drawn = { ...call, status, mediaType, answer, readable: answer };
  if (random.isOf(90)) return whole;
  const text = JSON.stringify(answer);
  const base64 = gzipSync(text).toString("base64");
  const coded = (value: string) => [{ name: "Content-Encoding", value }];
  const unread = { ...whole, readable: undefined };
  return random.pick<() => Drawn>([
    () => ({
      ...whole,
      response: {
        headers: coded("gzip"),
        content: { mimeType: mediaType, text: base64, encoding: "base64" },
      },
    }),
    () => ({
      ...unread,
      response: {
        headers: coded("secret"),
        content: { mimeType: mediaType, text: base64, encoding: "base64" },
      },
    }),
    () => ({ ...unread, response: { content: { mimeType: mediaType, size: text.length } } }),
    () => ({
      ...unread,
      response: { content: { mimeType: mediaType, size: 999, text: text.slice(0, -1) } },
    }),
    () => ({ ...unread, entry: { _fromCache: "disk" }, response: { content: { size: 0 } } }),
    () => ({ ...unread, status: 304, response: { content: { size: 0 } } }),
  ])();
}
