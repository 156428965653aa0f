/** Draws the exchanges of a service from its truth, as somebody would record them. */
import { gzipSync } from "node:zlib";
import {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../../src/document/document.ts";
import { escapeSegment, toPointer } from "../../src/document/json.ts";
import type { RecordedCall } from "../evidence/support/recording.ts";
import type { Service } from "./service.ts";
import { times, withBody } from "./shop.ts";

/** A recorded call, and what can be read of its answer: values, and the places of the document that describe them. */
export interface Drawn extends RecordedCall {
  shown: { places: string[]; value?: Json }[];
  /** Whether the document says something of a body that nobody reads. */
  isUnreadable?: boolean;
}

/** The same numbers for the same seed, by a linear congruential generator. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  return {
    pick,
    below: (count: number) => Math.floor(next() * count),
    /** @param percent how often it is true */
    isOf: (percent: number) => next() * 100 < percent,
    /** Mostly the first. */
    usual: <T>(items: readonly T[]): T => (next() < 0.8 ? items[0]! : pick(items)),
  };
}

type Random = ReturnType<typeof randomOf>;

interface Schema {
  place: string;
  node: JsonObject;
}

/** Stands for a branch that the document does not have. */
const unknownKind: Schema = { place: "", node: {} };

const keys = ["bob_smith", "ann", "Zoe Q", "x-1", ...times(9, (number) => `u${number * 11}`)];

/**
 * Draws a value of a schema of the truth.
 *
 * @param shown takes what it shows; without it, a client sends the value, and whatever the document does not name
 */
function drawValue(
  truth: JsonObject,
  random: Random,
  schema: Schema,
  shown?: Drawn["shown"],
): Json {
  const at = (place: string): Schema => ({ place, node: asObject(valueAt(truth, place)) });

  /** A schema with all that it is joined of, and one branch of each choice. */
  function collect(schema: Schema, found: Map<string, Schema>): void {
    const { place, node } = schema;
    if (found.has(place)) return;
    found.set(place, schema);
    const branchesOf = (keyword: string) =>
      asObjectList(node[keyword])
        .map((each, index) => ({ place: `${place}/${keyword}/${index}`, node: each }))
        .filter((each) => each.node["type"] !== "null");
    const { mapping } = asObject(node["discriminator"]);
    const heirs = "oneOf" in node ? [] : Object.values(asObject(mapping)).map(String);
    // A service has kinds that its document does not have.
    const isUnknownKind = shown !== undefined && mapping && "oneOf" in node && random.isOf(4);
    if (isUnknownKind) return void found.set(unknownKind.place, unknownKind);
    const choices = [...["oneOf", "anyOf"].map(branchesOf), heirs.map(at)];
    const chosen = choices.flatMap((all) => (all.length > 0 ? random.pick(all) : []));
    const types = branchesOf("$types");
    if (types.length > 0) chosen.push(random.usual(types));
    const referred = typeof node["$ref"] === "string" ? [at(node["$ref"])] : [];
    for (const each of [...referred, ...branchesOf("allOf"), ...chosen]) collect(each, found);
  }

  function draw(...schemas: Schema[]): Json {
    const found = new Map<string, Schema>();
    for (const schema of schemas) collect(schema, found);
    const value = valueOf([...found.values()]);
    shown?.push({ places: [...found.keys()], value });
    return value;
  }

  function valueOf(schemas: Schema[]): Json {
    if (schemas.includes(unknownKind)) return { kind: "huge", wings: 1, name: 7 };
    const { $nulls, $values } = Object.assign({}, ...schemas.map(({ node }) => node)) as JsonObject;
    if (random.isOf(Number($nulls ?? 0))) return null;
    if ($values) return random.pick(asList($values));
    const below = (keyword: string) =>
      schemas.flatMap(({ place, node: { [keyword]: node } }) =>
        isObject(node) ? { place: `${place}/${keyword}`, node } : [],
      );
    const [items, others] = [below("items"), below("additionalProperties")];
    if (items.length > 0) return times(random.below(4), () => draw(...items));
    const fields = below("properties").flatMap(({ place, node }) =>
      Object.entries(asObjectMap(node)).map(([name, node]) => ({
        ...{ name, place: `${place}/${escapeSegment(name)}`, node },
      })),
    );
    const value: JsonObject = {};
    for (const [name, all] of Map.groupBy(fields, (field) => field.name)) {
      const { $presence = 100, $hidden, ...node } = all[0]!.node;
      const isOfOthers = node[shown ? "writeOnly" : "readOnly"] === true;
      if (isOfOthers || !random.isOf(Number($presence))) continue;
      value[name] = $hidden && !shown ? "as sent" : draw(...all);
    }
    for (const key of others.length > 0 ? [random.pick(keys), random.pick(keys)] : [])
      value[key] = draw(...others);
    return value;
  }
  return draw(schema);
}

/** @param salt two of them give different exchanges of the same service */
export function drawExchanges({ seed, truth }: Service, count: number, salt: number): Drawn[] {
  const random = randomOf(Math.imul(seed + salt, 0x9e3779b1));
  const operations = Object.entries(asObject(truth["paths"]))
    .filter(([path]) => path.startsWith("/"))
    .flatMap(([path, item]) => Object.keys(asObject(item)).map((method) => ({ path, method })));
  const { origin, pathname } = new URL(String(asObjectList(truth["servers"])[0]!["url"]));
  const strays = [() => "/unknown/1", ...neighboursOf(truth, random)];
  return times(count, () => {
    // Answers overtake each other, and are recorded as they come.
    const time = new Date(Date.UTC(2026, 2, 1 + random.below(9), random.below(24))).toISOString();
    const drawn = random.isOf(9)
      ? {
          url: random.pick(strays)(),
          method: random.pick(["GET", "GET", "HEAD"]),
          status: random.pick([200, 202, 206]),
          answer: { any: 1, state: "stray", items: [] },
          shown: [],
        }
      : drawCall(truth, random.pick(operations), random);
    return { origin, time, ...drawn, url: pathname.replace(/\/$/, "") + drawn.url };
  });
}

/** Addresses of endpoints that the document does not have, beside those of an operation with a parameter that they cannot be. */
function neighboursOf(truth: JsonObject, random: Random): (() => string)[] {
  const found: (() => string)[] = [];
  for (const [path, item] of Object.entries(asObject(truth["paths"]))) {
    const { parameters, $ids } = asObject(asObject(item)["get"]);
    const { schema } = asObjectList(parameters).at(-1) ?? {};
    const isTyped = "enum" in asObject(schema) || asObject(schema)["type"] === "integer";
    if (path.endsWith("/{id}") && isTyped)
      found.push(() =>
        addressOf(path.replace(/\{id\}$/, random.pick(["export", "stats"])), asList($ids), random),
      );
  }
  return found;
}

const addressOf = (path: string, ids: Json[], random: Random): string =>
  path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(random.pick(ids))));

function drawCall(
  truth: JsonObject,
  { path, method }: { path: string; method: string },
  random: Random,
): Drawn {
  const at = toPointer(["paths", path, method]);
  const { $answers, $ids, requestBody, responses } = asObject(valueAt(truth, at));
  const index = random.usual([...asList($answers).keys()]);
  const answer = asObjectList($answers)[index]!;
  const { $code: code, $type: type } = answer as Record<string, string>;
  const [sent] = Object.values(asObject(asObject(requestBody)["content"]));
  const described = [code, `${code![0]}XX`, "default"].find((key) => key! in asObject(responses));
  const { $ref = `${at}/responses/${described}` } = asObject(asObject(responses)[described!]);
  const places = [...new Set([`${at}/responses/${code}`, String($ref)])];
  // A code that is new has the media type without its parameters.
  const names = type ? [...new Set([type, type.split(";")[0]!])] : [];
  const contents = names.flatMap((name) =>
    places.map((place) => `${place}/content/${escapeSegment(name)}`),
  );
  const call: Drawn = {
    url: addressOf(path, asList($ids), random),
    method: method.toUpperCase(),
    status: Number(code),
    shown: [{ places: [...places, ...contents] }],
  };
  if (sent) {
    const schema = asObject(asObject(sent)["schema"]);
    call.sent = drawValue(truth, random, { place: "", node: schema });
  }
  if (!type?.includes("json")) {
    const isUnreadable =
      type === "application/xml" && contents.some((at) => valueAt(truth, at) !== undefined);
    return { ...withBody(call, type ? { text: "<p>No</p>" } : { size: 0 }, type), isUnreadable };
  }
  const parts: Drawn["shown"] = [];
  const schema = { place: `${at}/$answers/${index}`, node: answer };
  const body = drawValue(truth, random, schema, parts);
  const ofBody = contents.flatMap((content) => [
    `${content}/schema`,
    // Where a type is not named, what is said of any.
    ...(valueAt(truth, content) ? [] : [content.replace(/[^/]*$/, "*~1*/schema")]),
  ]);
  const contentType = type + random.pick(["", "; charset=utf-8", ";charset=UTF-8"]);
  const whole = { ...call, mediaType: contentType, answer: body };
  // Of what the default describes, the document does not say more.
  const ofParts = described === "default" ? [] : parts;
  const shown = [...call.shown, { places: ofBody, value: body }, ...ofParts];
  const read = { ...whole, shown };
  // A page in the browser answers in the place of the service.
  if (random.isOf(4)) {
    const madeUp = isObject(body) ? { ...body, state: "pretend", pretend: 1 } : { pretend: 1 };
    const source = {
      _fetchedViaServiceWorker: true,
      _serviceWorkerResponseSource: "fallback-code",
    };
    return { ...call, mediaType: contentType, answer: madeUp, entry: source, shown: [] };
  }
  if (random.isOf(90)) return read;
  // As recorders write it: compressed, apart from its body, cut, from a cache.
  const text = JSON.stringify(body);
  const size = Buffer.byteLength(text);
  const headers = [{ name: "Content-Encoding", value: "gzip" }];
  const bytes = gzipSync(text).toString("base64");
  const cached = { ...whole, entry: { _fromCache: "disk" }, shown: [{ places }] };
  return random.pick<Drawn>([
    {
      ...read,
      response: { headers, content: { mimeType: type, text: bytes, encoding: "base64" } },
    },
    withBody(whole, { size }, type),
    withBody(whole, { size, text: text.slice(0, -1) }, type),
    withBody(cached, { size: 0 }, ""),
    withBody({ ...whole, status: 304, shown: [] }, { size: 0 }, ""),
  ]);
}
