/** A situation: what the document says, what was recorded, and what must come of it. */
import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { planChanges } from "../../src/close/apply.ts";
import { proposeChanges } from "../../src/close/propose.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { checkRecordings } from "../../src/evidence/recordings.ts";
import { harOf, type RecordedCall } from "../evidence/support/recording.ts";
import { statementsOf } from "./judge.ts";
import { asks, resource, shop } from "./shop.ts";

class Situation {
  readonly document: ReturnType<typeof shop>;
  readonly calls: RecordedCall[] = [];
  readonly expected: Record<
    "writes" | "contradicts" | "tells" | "hides" | "leaves" | "asks" | "closes",
    string[]
  > = { writes: [], contradicts: [], tells: [], hides: [], leaves: [], asks: [], closes: [] };

  constructor(...words: Parameters<typeof shop>) {
    this.document = shop(...words);
  }

  /** How a caller says who it is. */
  securedBy(schemes: object) {
    Object.assign(this.document.components, { securitySchemes: schemes });
    return this;
  }
  recorded = (...calls: (RecordedCall | RecordedCall[])[]) => this.#add(this.calls, calls.flat());
  /** What is added to the document, as {@link inWords} tells it, and nothing else is. */
  writes = (...all: string[]) => this.#add(this.expected.writes, all);
  /** What contradicts the document, with the number of calls, and nothing else does. */
  contradicts = (...all: string[]) => this.#add(this.expected.contradicts, all);
  /** Some of what else `check` tells; `...` stands for anything. */
  tells = (...some: string[]) => this.#add(this.expected.tells, some);
  /** Words of which `check` tells nothing. */
  hides = (...words: string[]) => this.#add(this.expected.hides, words);
  /** Why `propose` leaves something out; `...` stands for anything. */
  leaves = (...some: string[]) => this.#add(this.expected.leaves, some);
  /** Ids of some of what the owner is asked. */
  asks = (...some: string[]) => this.#add(this.expected.asks, some);
  /** And of that, all that a yes puts into the schemas, beyond words. */
  closes = (...all: string[]) => this.#add(this.expected.closes, all);

  /** Checks, proposes and applies; what follows holds in every situation. */
  async outcome() {
    await using folder = await temporaryFolder();
    const file = await folder.write("shop.json", JSON.stringify(this.document, null, 2));
    const before = readDocument(file);
    const recording = await folder.write("a.har", harOf(this.calls));
    const { overlay, propositions, proposals } = proposeChanges(before.document, [recording]);
    for (const { after } of planChanges(before, overlay).changes.values())
      writeFileSync(file, after);
    const after = readDocument(file);
    const known = checkRecordings(before.document, [recording]);
    const endpoints = known.endpoints.map(({ endpoint }) => endpoint);
    // What it was made of has changed: applied again, it would count everything twice.
    if (overlay.actions.length > 0) expect(() => planChanges(after, overlay)).toThrow(/ selects /);
    for (const each of checkRecordings(after.document, [recording]).contradictions)
      expect(known.contradictions, "recordings contradict what they led to").toContainEqual(
        // Which media types it must be is said otherwise where one is added.
        each.place === "Content-Type" ? { ...each, problem: expect.any(String) } : each,
      );
    return {
      writes: inWords(statementsOf(before.document, after.document)),
      contradicts: known.contradictions.map(
        ({ operation, place, problem, calls }) => `${operation} ${place}: ${problem} (${calls})`,
      ),
      tells: [
        ...known.news.map(
          ({ gap, operation, what }) => `${operation} ${what}${gap ? ` (${gap})` : ""}`,
        ),
        ...[...endpoints, ...known.unseen, ...known.leftOut],
      ],
      leaves: proposals.flatMap(({ because }) => because),
      asks: propositions.map(({ id }) => id),
      closes: propositions.filter(({ yes }) => !("words" in yes)).map(({ id }) => id),
      endpoints,
    };
  }

  #add<Item>(list: Item[], items: Item[]): this {
    list.push(...items);
    return this;
  }
}

export const given = (...words: Parameters<typeof shop>) => new Situation(...words);

export const givenState = (state: object) =>
  given({
    Order: resource("order", {
      state: { type: "string", ...state, ...asks("order-states", "values") },
    }),
  });

/** A shop that describes the failures of one operation at that operation. */
export function givenFailure(failure: object) {
  const situation = given();
  Object.assign(situation.document.paths["/orders/{id}"].get.responses, {
    default: { ...failure, ...asks("order-failures", "statuses", "media-types") },
  });
  return situation;
}

/** A shop with one more operation. */
export const givenAny = (operation: object) =>
  given({}, "3.1.1", { "/any": { get: { operationId: "getAny", ...operation } } });

/**
 * Statements for a reader: `Order.state = done, lost` for values, `Order.note: string, null` for a field, `GET /orders/{id} 404`
 * for a code, with `: text/html` where its body has media types of its own, and `Failure + text/html` for one more.
 */
function inWords(statements: string[]): string[] {
  const parts = statements.map((statement) => {
    const [, place, mark, detail] =
      /^(.*?)(?:( type | value |\/content\/(?!.*\/schema))(.*))?$/.exec(statement)!;
    return { place: place + (mark === " value " ? " =" : ""), detail };
  });
  return [...Map.groupBy(parts, ({ place }) => place)].map(([place, all]) => {
    const details = all.flatMap(({ detail }) => detail ?? []);
    const isPlaceNew = details.length < all.length;
    const link = details.length === 0 || place.endsWith("=") ? "" : isPlaceNew ? ":" : " +";
    return `${nameOf(place)}${link} ${details.join(", ")}`.replaceAll("~1", "/").trim();
  });
}

const nameOf = (place: string) =>
  place
    .replace(/^#\/components\/\w+\//, "")
    .replace(
      /^#\/paths\/(\S+)\/(\w+)\/responses\/(\w+)/,
      (_, path: string, method: string, code) => `${method.toUpperCase()} ${path} ${code}`,
    )
    .replace(/\/content\/(\S+)\/schema/, " $1")
    .replaceAll("/properties/", ".")
    .replaceAll("/items", "[]");
