/** Draws the exchanges of a service, as somebody would record them. */
import { gzipSync } from "node:zlib";
import type { Json, JsonObject } from "../../src/document/document.ts";
import type { RecordedCall } from "../evidence/support/recording.ts";
import {
  branchesOf,
  failures,
  type Field,
  type Fields,
  idOf,
  origin,
  pathsOf,
  type Resource,
  type Service,
  type Shape,
  sorts,
} from "./service.ts";
import { times, withBody } from "./shop.ts";

/** A recorded call, and what can be read of its answer. */
export interface Drawn extends RecordedCall {
  /** The path of the document, and the method as it writes it; undefined for what is no operation. */
  operation?: [path: string, method: string] | undefined;
  /** Undefined where the recording does not hold it. */
  readable?: Json | undefined;
}

/** The same numbers for the same seed, by a linear congruential generator. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return {
    below: (count: number) => Math.floor(next() * count),
    /** @param percent how often it is true */
    isOf: (percent: number) => next() * 100 < percent,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
  };
}

type Random = ReturnType<typeof randomOf>;

const people = ["bob_smith", "ann", "Zoe Q", "x-1"];

/** @param isSent by a client, who sends whatever the document does not name */
function valueOf(shape: Shape, random: Random, isSent = false): Json {
  if (typeof shape === "string") return random.pick<Json>(sorts[shape].values);
  if ("states" in shape) return random.isOf(2) ? shape.states.at(-1)! : random.pick(shape.states);
  if ("list" in shape) return times(random.below(3), () => valueOf(shape.list, random, isSent));
  if ("map" in shape) {
    const keys = [random.pick(people), `u${random.below(99)}`];
    return Object.fromEntries(keys.map((key) => [key, valueOf(shape.map, random, isSent)]));
  }
  return objectOf(shape, random, isSent);
}

function objectOf(shape: Fields, random: Random, isSent: boolean): JsonObject {
  const isOfKind = shape.form === "choice" || shape.form === "heirs";
  const kind = random.isOf(70) ? "large" : "small";
  const object: JsonObject = isOfKind ? { kind } : {};
  for (const field of isOfKind ? branchesOf(shape)[kind] : shape.fields) {
    const isOfOthers = field.mark === (isSent ? "readOnly" : "writeOnly");
    if (!random.isOf(field.presence) || (field.isDocumented && isOfOthers)) continue;
    object[field.name] =
      isSent && !field.isDocumented ? "as sent" : fieldValue(field, random, isSent);
  }
  return object;
}

function fieldValue({ nulls, shapes }: Field, random: Random, isSent: boolean): Json {
  const shape = random.isOf(90) ? shapes[0]! : shapes.at(-1)!;
  return random.isOf(nulls) ? null : valueOf(shape, random, isSent);
}

const identifiers = {
  number: (number: number) => String(number),
  word: (number: number) => `${"abcdefgh"[number % 8]}item`,
  odd: (number: number) => `a/b %${number}é`,
};

/** @param seed two of them give different exchanges of the same service */
export function drawExchanges(service: Service, count: number, seed: number): Drawn[] {
  const random = randomOf(Math.imul(service.seed + seed, 0x9e3779b1));
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
  const number = random.below(40);
  const id = identifiers[resource.identifier](number);
  const at = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(name === "owner" ? "me" : id));
  const kinds = list === undefined ? ["get"] : ["get", "get", "list", "create", "delete"];
  const kind = random.pick(other === undefined ? kinds : [...kinds, "other"]);
  const path = { get: one, delete: one, list, create: list, other }[kind]!;
  const method = { create: "post", delete: "delete" }[kind] ?? "get";
  const sent = objectOf(resource, random, true);
  const call: Drawn = {
    url: at(path),
    operation: [path, method],
    method: method.toUpperCase(),
    ...(kind === "create" ? { sent } : {}),
  };
  if (kind === "list") call.url += random.pick(["", "?limit=5", "?where[state]=open"]);
  if (resource.failures.length > 0 && random.isOf(15))
    return answered(call, ...failureOf(resource, kind, random), random);
  if (kind === "delete") return withBody({ ...call, status: 204 }, { size: 0 }, "");
  const resourceOf = (number: number): JsonObject => {
    const object = objectOf(resource, random, false);
    const own = identifiers[resource.identifier](number);
    object[idOf(resource)] = resource.identifier === "number" ? number : own;
    return resource.envelope === "_links" ? { ...object, _links: { self: { href: own } } } : object;
  };
  const items = times(random.below(4), () => resourceOf(random.below(40)));
  const pages = { "": items, items: { items, next: "2" }, _embedded: { _embedded: { items } } };
  const object = resourceOf(number);
  const enclosed = resource.envelope === "data" ? { data: object } : object;
  const body = { other: { preview: true }, list: pages[resource.page] }[kind] ?? enclosed;
  const status = random.isOf(90) ? resource.codes[0]! : resource.codes.at(-1)!;
  // What is documented for every code alone says nothing of media types.
  return resource.success === "default" && random.isOf(5)
    ? answered(call, status, "text/csv", undefined, random)
    : answered(call, status, resource.mediaType, body, random);
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
  const body = mediaType === "" ? { size: 0 } : { text: "<p>No</p>" };
  if (answer === undefined) return withBody({ ...call, status }, body, mediaType);
  const contentType = mediaType + random.pick(["", "; charset=utf-8", ";charset=UTF-8"]);
  const whole: Drawn = { ...call, status, mediaType: contentType, answer, readable: answer };
  if (random.isOf(90)) return whole;
  const text = JSON.stringify(answer);
  const size = Buffer.byteLength(text);
  const coded = (call: Drawn, value: string, bytes: Uint8Array): Drawn => ({
    ...call,
    response: {
      headers: [{ name: "Content-Encoding", value }],
      content: {
        mimeType: mediaType,
        text: Buffer.from(bytes).toString("base64"),
        encoding: "base64",
      },
    },
  });
  const unread = { ...whole, readable: undefined };
  return random.pick<Drawn>([
    coded(whole, "gzip", gzipSync(text)),
    coded(
      unread,
      "secret",
      Buffer.from(text).map((byte) => 255 - byte),
    ),
    withBody(unread, { size }, mediaType),
    withBody(unread, { size, text: text.slice(0, -1) }, mediaType),
    withBody({ ...unread, entry: { _fromCache: "disk" } }, { size: 0 }, ""),
    withBody({ ...unread, status: 304 }, { size: 0 }, ""),
  ]);
}
