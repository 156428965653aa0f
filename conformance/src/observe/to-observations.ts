/** What of a state may leave the machine: what comes again in several units. */
import { valueAt } from "../../../gaps/src/document/pointer.ts";
import { asList, asObject, type OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { gapsAt } from "./gaps-at.ts";
import type { CountsByName, ObservedPlace, Observations } from "./observations.ts";
import { countOf } from "./sketch.ts";
import type { ObservationState, PlaceState } from "./state.ts";
import type { Counts, Seen } from "./tally.ts";

/** A word or a name seen in fewer units may be somebody's, and stays here. */
const minUnits = 3;

/** A name that only so few of the objects have is rather a key of a map. */
const minShare = 0.1;

export function toObservations(document: OpenApiDocument, state: ObservationState): Observations {
  const disclosure = new Disclosure(document, state);
  const words = new Set(
    Object.values(state.places).flatMap((place) => Object.keys(disclosure.values(place))),
  );
  const areDisclosed = (name: string) => name.split(">").every((word) => words.has(word));
  return {
    format: "video-generation-observations/3",
    environment: state.environment,
    contract: state.contract,
    exchanges: { ...state.exchanges, otherHosts: state.otherHosts },
    days: state.days,
    unknownPaths: counted(state.unknownPaths),
    unread: counted(state.unread),
    breaches: counted(state.breaches),
    statuses: byOperation(counted(state.answers)),
    refusals: counted(state.refusals),
    headers: counted(state.headers),
    echoes: counted(state.echoes),
    byStatus: counted(state.byStatus, (name) => areDisclosed(name.split(" ").at(-1)!)),
    outcomes: counted(state.outcomes),
    transitions: counted(state.transitions, areDisclosed),
    jobs: counted(state.jobs, (name) => !name.startsWith("still ") || words.has(name.slice(6))),
    places: Object.values(state.places)
      .filter((place) => disclosure.isDisclosed(place))
      .map((place) => disclosure.place(place)),
  };
}

/** Decides place by place. */
class Disclosure {
  readonly #document: OpenApiDocument;
  readonly #state: ObservationState;

  constructor(document: OpenApiDocument, state: ObservationState) {
    this.#document = document;
    this.#state = state;
  }

  /** A place that the contract does not know is disclosed only if all names on the way to it are. */
  isDisclosed(place: PlaceState): boolean {
    if (place.parent === undefined) return true;
    const parent = this.#state.places[`${place.side} ${place.parent}`];
    if (!parent || !this.isDisclosed(parent)) return false;
    return place.name === undefined || Object.hasOwn(this.fields(parent), place.name);
  }

  place(place: PlaceState): ObservedPlace {
    const { side, pointer, operations, samples, units, days } = place;
    const values = this.values(place);
    const disclosedValues = Object.values(values).reduce((sum, { samples }) => sum + samples, 0);
    const words = Object.keys(place.values ?? {});
    const isListed = words.length > 0 || place.values === null || place.otherValues > 0;
    return {
      side,
      pointer,
      gaps: gapsAt(this.#document, pointer),
      operations,
      samples,
      units: countOf(units),
      days,
      types: counted(place.types),
      formats: counted(place.formats),
      fields: this.fields(place),
      values,
      otherValues: isListed ? (place.types?.["string"]?.samples ?? 0) - disclosedValues : 0,
      rareValues: words.filter((word) => !(word in values)).length,
    };
  }

  /** A word that the contract names is no secret, however rare it is. */
  values({ pointer, values }: PlaceState): CountsByName {
    const schema = asObject(valueAt(this.#document, pointer));
    const known = asList(schema["x-extensible-enum"] ?? schema["enum"]);
    return counted(values, (word, { units }) => known.includes(word) || countOf(units) >= minUnits);
  }

  /**
   * A field that the contract names is no secret, however rare it is. Another has to recur, and so
   * does most of what stands beside it: otherwise the object is a map, and its keys are data.
   */
  fields(place: PlaceState): CountsByName {
    const properties = asObject(asObject(valueAt(this.#document, place.pointer))["properties"]);
    const isDocumented = (name: string) => Object.hasOwn(properties, name);
    const objects = countOf(place.types?.["object"]?.units ?? []);
    const recurs = ({ units }: Seen) => countOf(units) >= Math.max(minUnits, minShare * objects);
    const others = Object.entries(place.fields ?? {}).filter(([name]) => !isDocumented(name));
    const isMap = others.filter(([, seen]) => recurs(seen)).length * 2 < others.length;
    return counted(place.fields, (name, seen) => isDocumented(name) || (!isMap && recurs(seen)));
  }
}

/** The most frequent first. */
function counted(
  counts: Counts,
  isDisclosed: (name: string, seen: Seen) => boolean = () => true,
): CountsByName {
  const disclosed = Object.entries(counts ?? {}).filter(([name, seen]) => isDisclosed(name, seen));
  return Object.fromEntries(
    disclosed
      .map(([name, { samples, units }]) => [name, { samples, units: countOf(units) }] as const)
      .sort((a, b) => b[1].samples - a[1].samples || (a[0] < b[0] ? -1 : 1)),
  );
}

/** `{"getHpJob": {"200": {"application/json": …}}}` from counts of `getHpJob 200 application/json`. */
function byOperation(counts: CountsByName): Observations["statuses"] {
  const operations: Observations["statuses"] = {};
  for (const [key, count] of Object.entries(counts)) {
    const [operation = "", status = "", mediaType = ""] = key.split(" ");
    ((operations[operation] ??= {})[status] ??= {})[mediaType] = count;
  }
  return operations;
}
