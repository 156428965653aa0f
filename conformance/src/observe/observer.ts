/** Takes value-free observations from exchanges. */
import { escapeSegment } from "../../../scripts/contract/pointer.ts";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../scripts/contract/document.ts";
import { observableGaps } from "../evidence.ts";
import type { Body, Exchange } from "../exchange.ts";
import { matchOperations, type Operation, operationsOf } from "../operations.ts";
import { type Days, dayOf, withDay } from "./days.ts";
import type { ObservedPlace, Observations } from "./observations.ts";
import { gapsAt } from "./gaps-at.ts";
import { type Place, PlaceMap, type Side } from "./place.ts";
import { Counter } from "./tally.ts";
import { formatOf, isFieldName, isWord, nameMediaType, typeOf } from "./words.ts";

/** A word or a name seen in fewer exchanges may be somebody's, and stays here. */
const fewestExchanges = 3;

/** More different status codes than any service has; a recording may hold anything. */
const mostStatuses = 100;

export interface ObserverOptions {
  /** What to call the place that is watched, for instance `live`. */
  environment: string;
}

/**
 * Counts what it is shown. It keeps no value but words at places whose values are a list by
 * meaning.
 */
export class Observer {
  readonly #document: OpenApiDocument;
  readonly #environment: string;
  readonly #match: (method: string, path: string) => Operation | undefined;
  readonly #sides: Record<Side, PlaceMap>;
  readonly #statuses = new Map<string, Counter>();
  readonly #listed: Set<string>;
  #read = 0;
  #recognised = 0;
  #days: Days | undefined;
  #day: string | undefined;

  constructor(document: OpenApiDocument, { environment }: ObserverOptions) {
    this.#document = document;
    this.#environment = environment;
    this.#match = matchOperations(operationsOf(document));
    this.#sides = {
      response: new PlaceMap(document),
      accepted: new PlaceMap(document),
      refused: new PlaceMap(document),
    };
    const gaps = observableGaps(document).filter(
      ({ kind }) => kind === "values" || kind === "states",
    );
    this.#listed = new Set(gaps.map(({ gap }) => gap.node));
  }

  add({ time, method, path, status, request, response }: Exchange): void {
    this.#read++;
    const operation = this.#match(method, path);
    if (!operation || status < 100 || status > 599) return;
    this.#recognised++;
    this.#day = dayOf(time);
    this.#days = withDay(this.#days, this.#day);
    const counter = this.#statuses.get(operation.operationId) ?? new Counter(mostStatuses);
    this.#statuses.set(operation.operationId, counter);
    counter.add(`${status} ${nameMediaType(response.mediaType)}`, this.#read);

    const succeeded = status >= 200 && status <= 299;
    const responses = operation.node["responses"] as { [status: string]: JsonObject };
    const code = String(status) in responses ? String(status) : succeeded ? "2XX" : "default";
    this.#addBody(
      "response",
      operation,
      responses[code],
      `${operation.pointer}/responses/${code}`,
      response,
    );
    const sent = operation.node["requestBody"];
    this.#addBody(
      succeeded ? "accepted" : "refused",
      operation,
      sent,
      `${operation.pointer}/requestBody`,
      request,
    );
  }

  #addBody(
    side: Side,
    operation: Operation,
    message: unknown,
    pointer: string,
    { json }: Body,
  ): void {
    if (json === undefined || !isObject(message)) return;
    const reference = message["$ref"];
    const at = typeof reference === "string" ? reference : pointer;
    const target =
      typeof reference === "string" ? resolvePointer(this.#document, reference) : message;
    const content = Object.entries((target["content"] ?? {}) as { [type: string]: JsonObject });
    const [mediaType, media] = content[0] ?? [];
    if (!mediaType || !isObject(media?.["schema"])) return;
    const place = this.#sides[side].at(
      `${at}/content/${escapeSegment(mediaType)}/schema`,
      media["schema"],
    );
    this.#addValue(place, operation.operationId, json);
  }

  #addValue(chosen: Place, operation: string, value: unknown): void {
    const place = chosen.branchFor(value);
    const { tally } = place;
    tally.samples++;
    tally.operations.add(operation);
    tally.days = withDay(tally.days, this.#day);
    tally.types.add(typeOf(value), this.#read);
    if (typeof value === "string") this.#addString(place, value);
    else if (Array.isArray(value)) {
      const items = place.items();
      if (items) for (const item of value) this.#addValue(items, operation, item);
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        if (isFieldName(name)) tally.fields.add(name, this.#read);
        const field = place.field(name);
        if (field) this.#addValue(field, operation, child);
      }
    }
  }

  #addString({ pointer, tally }: Place, value: string): void {
    tally.formats.add(formatOf(value), this.#read);
    if (!this.#listed.has(pointer)) return;
    if (isWord(value)) tally.values.add(value, this.#read);
    else tally.otherValues++;
  }

  /** Everything counted so far. What was seen in too few exchanges is left out. */
  observations(): Observations {
    return {
      format: "video-generation-observations/1",
      environment: this.#environment,
      contract: String(this.#document.info["version"]),
      exchanges: { read: this.#read, recognised: this.#recognised },
      days: this.#days,
      statuses: Object.fromEntries(
        [...this.#statuses].map(([name, counter]) => [name, byStatus(counter)]),
      ),
      places: (Object.keys(this.#sides) as Side[]).flatMap((side) => this.#placesOf(side)),
    };
  }

  #placesOf(side: Side): ObservedPlace[] {
    return [...this.#sides[side]]
      .filter((place) => place.tally.samples > 0 && isTold(place))
      .map((place) => {
        const { pointer, tally } = place;
        const values = tally.values.counts(fewestExchanges);
        const toldValues = Object.values(values).reduce((sum, count) => sum + count, 0);
        const isListed = this.#listed.has(pointer);
        return {
          side,
          pointer,
          gaps: gapsAt(this.#document, pointer),
          operations: [...tally.operations],
          samples: tally.samples,
          days: tally.days,
          types: tally.types.counts(),
          formats: tally.formats.counts(),
          fields: toldFields(place),
          values,
          otherValues: isListed ? (tally.types.counts()["string"] ?? 0) - toldValues : 0,
        };
      });
  }
}

/** A place that the contract does not know is told only if all names on the way to it are. */
function isTold({ parent, name }: Place): boolean {
  if (!parent) return true;
  return (name === undefined || name in toldFields(parent)) && isTold(parent);
}

/** A field that the contract names is no secret, however rare it is. */
function toldFields(place: Place): Record<string, number> {
  const frequent = place.tally.fields.counts(fewestExchanges);
  const all = Object.entries(place.tally.fields.counts());
  return Object.fromEntries(all.filter(([name]) => name in frequent || place.documents(name)));
}

/** `{"200": {"application/json": 12}}` from a counter of `200 application/json`. */
function byStatus(counter: Counter): Record<string, Record<string, number>> {
  const statuses: Record<string, Record<string, number>> = {};
  for (const [key, count] of Object.entries(counter.counts())) {
    const [status = "", mediaType = ""] = key.split(" ");
    (statuses[status] ??= {})[mediaType] = count;
  }
  return statuses;
}
