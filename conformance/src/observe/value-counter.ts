/** Counts what bodies hold, place by place of the contract. */
import { isDeepStrictEqual } from "node:util";
import { escapeSegment } from "../../../gaps/src/document/pointer.ts";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../gaps/src/document/document.ts";
import { type Evidence, observableGaps } from "../evidence.ts";
import { withDay } from "./days.ts";
import { type Place, PlaceMap, type Side } from "./place.ts";
import { placeState, type PlaceState } from "./state.ts";
import { Counter } from "./tally.ts";
import type { Unit, Units } from "./units.ts";
import { formatOf, isFieldName, isWord, typeOf } from "./words.ts";

/** A body, whose it is, and what it is compared with. */
export interface Message {
  operation: string;
  unit: Unit;
  side: Side;
  day: string | undefined;
  /** The request that an answer may repeat. */
  sent: unknown;
}

/** What a body says of the job that it is about. */
export interface JobFacts {
  status: string | undefined;
  /** Forms of values that may depend on the status, as `pointer form`. */
  forms: string[];
}

export class ValueCounter {
  readonly echoes = new Counter();
  readonly #document: OpenApiDocument;
  readonly #units: Units;
  readonly #sides: Record<Side, PlaceMap>;
  /** Evidence that gaps ask for, by the place where they stand. */
  readonly #kinds = new Map<string, Set<Evidence>>();

  constructor(document: OpenApiDocument, units: Units) {
    this.#document = document;
    this.#units = units;
    this.#sides = {
      response: new PlaceMap(document),
      accepted: new PlaceMap(document),
      refused: new PlaceMap(document),
    };
    for (const { gap, kind } of observableGaps(document)) {
      this.#kinds.set(gap.node, (this.#kinds.get(gap.node) ?? new Set()).add(kind));
    }
  }

  /**
   * @param part the response or request body of the contract
   * @param pointer where it stands
   */
  add(part: unknown, pointer: string, json: unknown, message: Message): JobFacts {
    const facts: JobFacts = { status: undefined, forms: [] };
    if (json === undefined || !isObject(part)) return facts;
    const reference = part["$ref"];
    const at = typeof reference === "string" ? reference : pointer;
    const target = typeof reference === "string" ? resolvePointer(this.#document, reference) : part;
    const content = Object.entries((target["content"] ?? {}) as { [type: string]: JsonObject });
    const [mediaType, media] = content[0] ?? [];
    if (!mediaType || !isObject(media?.["schema"])) return facts;
    const schema = `${at}/content/${escapeSegment(mediaType)}/schema`;
    this.#addValue(this.#sides[message.side].at(schema, media["schema"]), json, message, facts);
    return facts;
  }

  /** All places where something was counted, by side and pointer. */
  places(): Record<string, PlaceState> {
    return Object.fromEntries(
      Object.entries(this.#sides).flatMap(([side, map]) =>
        [...map]
          .filter(({ tally }) => tally.samples > 0)
          .map((place) => [`${side} ${place.pointer}`, placeState(side as Side, place)]),
      ),
    );
  }

  #addValue(chosen: Place, value: unknown, message: Message, facts: JobFacts): void {
    const place = chosen.branchFor(value);
    const { tally } = place;
    const { unit } = message;
    tally.samples++;
    tally.units.add(unit.hash);
    tally.operations.add(message.operation);
    tally.days = withDay(tally.days, message.day);
    tally.types.add(typeOf(value), unit.hash);
    if (message.side === "response") this.#compare(place, value, message, facts);
    if (typeof value === "string") this.#addString(place, value, unit);
    else if (Array.isArray(value)) {
      const items = place.items();
      for (const item of items ? value : []) {
        // The items of a list are many things; whatever a job's answer lists belongs to that job.
        const itsUnit = unit.isJob ? unit : { ...this.#units.ofItem(item), isJob: true };
        this.#addValue(items!, item, { ...message, unit: itsUnit }, facts);
      }
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const field = place.field(name);
        if (field || place.documents(name) || isFieldName(name)) tally.fields.add(name, unit.hash);
        if (field) this.#addValue(field, child, message, facts);
      }
    }
  }

  /** Evidence that does not lie in one value alone. */
  #compare({ pointer }: Place, value: unknown, { sent, unit }: Message, facts: JobFacts): void {
    const kinds = this.#kinds.get(pointer);
    if (!kinds) return;
    if (kinds.has("echo") && isObject(sent)) {
      const echo = typeof value === "string" ? parseJson(value) : value;
      const outcome = isObject(echo) ? compareEcho(sent, echo) : "changed";
      this.echoes.add(`${pointer} ${outcome}`, unit.hash);
    }
    if (kinds.has("states") && typeof value === "string")
      facts.status = isWord(value) ? value : undefined;
    if (kinds.has("forms-by-status")) facts.forms.push(`${pointer} ${coarseForm(value)}`);
    if (kinds.has("forms-when-done"))
      facts.forms.push(`${pointer} ${typeof value === "string" ? formatOf(value) : typeOf(value)}`);
  }

  #addString({ pointer, tally }: Place, value: string, { hash }: Unit): void {
    tally.formats.add(formatOf(value), hash);
    const kinds = this.#kinds.get(pointer);
    if (!kinds?.has("values") && !kinds?.has("states")) return;
    if (isWord(value)) tally.values.add(value, hash);
    else tally.otherValues++;
  }
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
