/** Takes value-free observations from exchanges. */
import { isDeepStrictEqual } from "node:util";
import { escapeSegment } from "../../../scripts/contract/pointer.ts";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../scripts/contract/document.ts";
import type { BaseAddress } from "../base-address.ts";
import { type Evidence, observableGaps } from "../evidence.ts";
import type { Body, Exchange } from "../exchange.ts";
import { type Match, matchOperations, operationsOf } from "../operations.ts";
import { ContractCheck } from "../judge/contract-check.ts";
import { type Days, dayOf, withDay } from "./days.ts";
import { JobCreators } from "./job-creators.ts";
import { JobHistories } from "./job-histories.ts";
import { observedHeaders } from "./observed-headers.ts";
import type { Observations } from "./observations.ts";
import { type Place, PlaceMap, type Side } from "./place.ts";
import { mistakeOf } from "./mistakes.ts";
import { Counter } from "./tally.ts";
import { toObservations } from "./to-observations.ts";
import { type Unit, Units } from "./units.ts";
import { pathTemplates } from "./unknown-path.ts";
import { withoutMaps } from "./merge.ts";
import type { countParts, ObservationState, PlaceState } from "./state.ts";
import { formatOf, isFieldName, isWord, nameMediaType, typeOf } from "./words.ts";

export interface ObserverOptions {
  /** What to call the place that is watched, for instance `live`. */
  environment: string;
  /** The service that is watched; nothing is counted of others. */
  base: BaseAddress;
  /** Key of the hashes; parts that are to be joined share one. */
  key?: Buffer;
}

/** What is being walked: where it counts, for whom, and what it is compared with. */
interface Walk {
  operation: string;
  unit: Unit;
  side: Side;
  sent: unknown;
}

/**
 * Counts what it is shown. It keeps no value but words at places whose values are a list by
 * meaning, and hashes.
 */
export class Observer {
  readonly #document: OpenApiDocument;
  readonly #options: ObserverOptions;
  readonly #check: ContractCheck;
  readonly #match: (method: string, path: string) => Match | undefined;
  readonly #templateOf: (method: string, path: string) => string;
  readonly #units: Units;
  readonly #sides: Record<Side, PlaceMap>;
  /** Evidence that gaps ask for, by the place where they stand. */
  readonly #kinds = new Map<string, Set<Evidence>>();
  readonly #counters = {
    unknownPaths: new Counter(),
    unread: new Counter(),
    breaches: new Counter(),
    answers: new Counter(),
    refusals: new Counter(),
    headers: new Counter(),
    echoes: new Counter(),
    byStatus: new Counter(),
    outcomes: new Counter(),
  };
  readonly #histories = new JobHistories();
  readonly #creators = new JobCreators();
  #exchanges = { read: 0, recognised: 0 };
  #otherHosts = 0;
  #days: Days | undefined;
  #day: string | undefined;
  /** The status of the job in the answer at hand, and forms of values that may depend on it. */
  #status: string | undefined;
  #forms: string[] = [];

  constructor(document: OpenApiDocument, options: ObserverOptions) {
    const operations = operationsOf(document);
    this.#document = document;
    this.#options = options;
    this.#check = ContractCheck.of(document);
    this.#match = matchOperations(operations);
    this.#templateOf = pathTemplates(Object.keys(document.paths));
    const parameters = operations.flatMap(({ path }) => path.match(/(?<=\{)\w+(?=\})/g) ?? []);
    this.#units = new Units(parameters, options.key);
    this.#sides = {
      response: new PlaceMap(document),
      accepted: new PlaceMap(document),
      refused: new PlaceMap(document),
    };
    for (const { gap, kind } of observableGaps(document)) {
      this.#kinds.set(gap.node, (this.#kinds.get(gap.node) ?? new Set()).add(kind));
    }
  }

  add(exchange: Exchange): void {
    this.#exchanges.read++;
    const path = this.#options.base.pathBelow(exchange);
    if (path === undefined) return void this.#otherHosts++;
    const match = this.#match(exchange.method, path);
    const { status } = exchange;
    if (!match) {
      const template = this.#templateOf(exchange.method, path);
      const outcome = status >= 200 && status <= 299 ? "succeeded" : "failed";
      return this.#counters.unknownPaths.add(
        `${template} ${outcome}`,
        this.#units.hash("path", exchange.method, path),
      );
    }
    if (status < 100 || status > 599) return;
    this.#exchanges.recognised++;
    this.#day = dayOf(exchange.time);
    this.#days = withDay(this.#days, this.#day);
    const unit = this.#units.ofAnswer(match, exchange);
    this.#addFacts(match, exchange, unit);
    this.#addBodies(match, exchange, unit);
  }

  /** What an answer shows beside its body. */
  #addFacts(match: Match, exchange: Exchange, { hash }: Unit): void {
    const { status, response, request, headers } = exchange;
    const { operationId } = match.operation;
    const mediaType = nameMediaType(response.mediaType);
    this.#counters.answers.add(`${operationId} ${status} ${mediaType}`, hash);
    for (const { unread } of [request, response]) {
      if (unread && unread !== "not JSON") this.#counters.unread.add(unread, hash);
    }
    for (const name of observedHeaders(headers))
      this.#counters.headers.add(`${name} ${status}`, hash);
    for (const { place, problem } of this.#check.answerProblems(match.operation, exchange)) {
      this.#counters.breaches.add(
        `${operationId} ${place.replaceAll(/\/\d+/g, "/*")} ${problem}`,
        hash,
      );
    }
    const outcome = status >= 200 && status <= 299 ? "taken" : `refused ${status}`;
    if (this.#check.hasUnknownFields(match.operation, exchange))
      this.#counters.outcomes.add(`unknown-field ${outcome}`, hash);
    const creator = this.#creators.creatorOf(match.operation, exchange, hash);
    if (creator !== undefined) this.#counters.outcomes.add(`${creator} ${outcome}`, hash);
    if (status < 400) return;
    const mistake = mistakeOf(exchange, match, this.#check);
    this.#counters.refusals.add(`${mistake} ${status} ${mediaType}`, hash);
  }

  #addBodies(match: Match, exchange: Exchange, unit: Unit): void {
    const { operation } = match;
    const { status, request, response } = exchange;
    const succeeded = status >= 200 && status <= 299;
    const responses = operation.node["responses"] as { [status: string]: JsonObject };
    const code = String(status) in responses ? String(status) : succeeded ? "2XX" : "default";
    const { operationId } = operation;
    this.#status = undefined;
    this.#forms = [];
    this.#addBody(responses[code], `${operation.pointer}/responses/${code}`, response, {
      operation: operationId,
      unit,
      side: "response",
      sent: request.json,
    });
    const status_ = this.#status as string | undefined;
    if (unit.isJob && status_ !== undefined) {
      this.#histories.add(unit.hash, exchange.time, status_);
      for (const form of this.#forms) this.#counters.byStatus.add(`${form} ${status_}`, unit.hash);
    }
    this.#addBody(operation.node["requestBody"], `${operation.pointer}/requestBody`, request, {
      operation: operationId,
      unit: this.#units.ofRequest(match, exchange),
      side: succeeded ? "accepted" : "refused",
      sent: undefined,
    });
  }

  #addBody(message: unknown, pointer: string, { json }: Body, walk: Walk): void {
    if (json === undefined || !isObject(message)) return;
    const reference = message["$ref"];
    const at = typeof reference === "string" ? reference : pointer;
    const target =
      typeof reference === "string" ? resolvePointer(this.#document, reference) : message;
    const content = Object.entries((target["content"] ?? {}) as { [type: string]: JsonObject });
    const [mediaType, media] = content[0] ?? [];
    if (!mediaType || !isObject(media?.["schema"])) return;
    const schema = `${at}/content/${escapeSegment(mediaType)}/schema`;
    this.#addValue(this.#sides[walk.side].at(schema, media["schema"]), json, walk);
  }

  #addValue(chosen: Place, value: unknown, walk: Walk): void {
    const place = chosen.branchFor(value);
    const { tally } = place;
    const { hash } = walk.unit;
    tally.samples++;
    tally.units.add(hash);
    tally.operations.add(walk.operation);
    tally.days = withDay(tally.days, this.#day);
    tally.types.add(typeOf(value), hash);
    if (walk.side === "response") this.#compare(place, value, walk);
    if (typeof value === "string") this.#addString(place, value, walk);
    else if (Array.isArray(value)) {
      const items = place.items();
      for (const item of items ? value : []) {
        // The items of a list are many things; whatever a job's answer lists belongs to that job.
        const unit = walk.unit.isJob ? walk.unit : { ...this.#units.ofItem(item), isJob: true };
        this.#addValue(items!, item, { ...walk, unit });
      }
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const field = place.field(name);
        if (field || place.documents(name) || isFieldName(name)) tally.fields.add(name, hash);
        if (field) this.#addValue(field, child, walk);
      }
    }
  }

  /** Evidence that does not lie in one value alone. */
  #compare(place: Place, value: unknown, { sent, unit }: Walk): void {
    const { pointer } = place;
    if (!this.#kinds.has(pointer)) return;
    if (this.#counts("echo", pointer) && isObject(sent)) {
      const echo = typeof value === "string" ? parseJson(value) : value;
      const outcome = isObject(echo) ? compareEcho(sent, echo) : "changed";
      this.#counters.echoes.add(`${pointer} ${outcome}`, unit.hash);
    }
    if (this.#counts("states", pointer) && typeof value === "string")
      this.#status = isWord(value) ? value : undefined;
    if (this.#counts("forms-by-status", pointer))
      this.#forms.push(`${pointer} ${coarseForm(value)}`);
    if (this.#counts("forms-when-done", pointer))
      this.#forms.push(`${pointer} ${typeof value === "string" ? formatOf(value) : typeOf(value)}`);
  }

  #counts(kind: Evidence, pointer: string): boolean {
    return this.#kinds.get(pointer)?.has(kind) ?? false;
  }

  #addString({ pointer, tally }: Place, value: string, { unit }: Walk): void {
    tally.formats.add(formatOf(value), unit.hash);
    if (!this.#counts("values", pointer) && !this.#counts("states", pointer)) return;
    if (isWord(value)) tally.values.add(value, unit.hash);
    else tally.otherValues++;
  }

  /** Everything counted so far, to be joined with other parts. */
  state(): ObservationState {
    const counts = Object.entries(this.#counters).map(([name, counter]) => [
      name,
      counter.counts(),
    ]);
    const { transitions, jobs } = this.#histories.count();
    return withoutMaps({
      format: "video-generation-observations-part/2",
      environment: this.#options.environment,
      service: this.#options.base.urlOf(""),
      contract: String(this.#document.info["version"]),
      key: this.#units.fingerprint,
      exchanges: { ...this.#exchanges },
      days: this.#days,
      otherHosts: this.#otherHosts,
      ...(Object.fromEntries(counts) as Pick<ObservationState, (typeof countParts)[number]>),
      transitions: transitions.counts(),
      jobs: jobs.counts(),
      places: Object.fromEntries(
        (Object.keys(this.#sides) as Side[]).flatMap((side) =>
          [...this.#sides[side]]
            .filter(({ tally }) => tally.samples > 0)
            .map((place) => [`${side} ${place.pointer}`, placeState(side, place)]),
        ),
      ),
    } as ObservationState);
  }

  /** What may be told of it. */
  observations(): Observations {
    return toObservations(this.#document, this.state());
  }
}

function placeState(side: Side, { pointer, parent, name, tally }: Place): PlaceState {
  return {
    side,
    pointer,
    ...(parent ? { parent: parent.pointer } : {}),
    ...(name !== undefined && parent ? { name } : {}),
    operations: [...tally.operations].sort(),
    samples: tally.samples,
    units: tally.units.hashes(),
    days: tally.days,
    types: tally.types.counts(),
    formats: tally.formats.counts(),
    fields: tally.fields.counts(),
    values: tally.values.counts(),
    otherValues: tally.otherValues,
  };
}

/** `same`, or what makes it another: `added`, `left-out` or `changed`. */
function compareEcho(sent: JsonObject, echo: JsonObject): string {
  if (isDeepStrictEqual(sent, echo)) return "same";
  const names = Object.keys(sent);
  if (names.some((name) => name in echo && !isDeepStrictEqual(sent[name], echo[name])))
    return "changed";
  return names.every((name) => name in echo) ? "added" : "left-out";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `empty-string`, `string`, `empty-object`, `object` and so on. */
function coarseForm(value: unknown): string {
  const type = typeOf(value);
  const isEmpty = value === "" || (isObject(value) && Object.keys(value).length === 0);
  return isEmpty ? `empty-${type}` : type;
}
