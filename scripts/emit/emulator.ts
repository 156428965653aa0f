/** The decisions of the emulator: put on the contract by an overlay, gathered from its marks, and written as a page. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import {
  applyActions,
  collectClosedGaps,
  type Gap,
  type OverlayAction,
  pathsOf,
  UserError,
  Validators,
} from "openapi-gaps";
import {
  asList,
  asObject,
  examplesOf,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { emulatorOverlay } from "../support/locations.ts";
import { isDeepStrictEqual } from "node:util";

/** A decision of the emulator, as `openapi/EXTENSIONS.md` defines it. */
export interface Assumption {
  id: string;
  /** The gap that the decision would close, or goes beyond where evidence has closed it. */
  closes: string;
  because: string;
}

/** An action that carries a decision: its description says what is decided. */
export interface AssumingAction extends OverlayAction {
  description: string;
  update?: JsonObject;
  "x-assumed": Assumption;
}

/** The contract of the service, narrowed by `openapi/overlays/emulator.yaml`. */
export async function emulatorContract(document: OpenApiDocument): Promise<OpenApiDocument> {
  const overlay = await readFile(emulatorOverlay, "utf8");
  const { actions } = parse(overlay) as { actions: AssumingAction[] };
  const contract = applyAssumptions(document, actions);
  requireValidExamples(contract);
  contract.info["title"] = `${document.info["title"]}, as its emulator assumes it`;
  return contract;
}

/**
 * Applies the actions to a copy. Every object that an action changes or speaks about then carries
 * the decision in its own `x-assumed` list, together with what was decided. Where evidence has closed
 * the gap of a decision, only what goes beyond the evidence is applied. A response that it describes refers to no other.
 *
 * @throws {UserError} when a target is no JSONPath, or selects nothing: such a decision would
 *   silently not be taken; also when evidence contradicts a decision
 */
export function applyAssumptions(
  document: OpenApiDocument,
  actions: AssumingAction[],
): OpenApiDocument {
  const copy = structuredClone(document);
  const closed = new Set(collectClosedGaps(document).map(({ id }) => id));
  for (const action of actions) {
    const isClosed = closed.has(action["x-assumed"].closes);
    const left = isClosed ? beyondEvidence(action, copy, document) : action;
    if (!left) continue;
    const { description, "x-assumed": assumption, update = {} } = left;
    const marked = withMark(update, { ...assumption, decides: description.trim() });
    applyActions(copy, [{ ...left, update: marked }], () => `Assumption ${assumption.id}: `);
  }
  for (const { value } of walk(copy, "response")) if ("content" in value) delete value["$ref"];
  return copy;
}

/**
 * What of an action goes beyond the evidence; undefined for one that says nothing else.
 *
 * @param decided the contract with the decisions before it, which are no evidence themselves
 */
function beyondEvidence(
  action: AssumingAction,
  decided: OpenApiDocument,
  contract: OpenApiDocument,
): AssumingAction | undefined {
  const { target, update } = action;
  const paths = pathsOf(decided, target);
  if (paths.length === 0) return undefined;
  if (action.remove) return action;
  // A decision that changes nothing is a statement, and the evidence has made one.
  if (!update) return undefined;
  try {
    const rests = paths.map((path) => remainderOf(update, valueAt(contract, path) ?? null));
    const rest = rests.find((left) => left !== undefined);
    return rest && { ...action, update: rest };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // An example shows, and claims nothing.
    if (paths.every(([, part]) => part === "examples")) return action;
    const { id, closes } = action["x-assumed"];
    throw new UserError(
      `The evidence on \`${closes}\` contradicts the emulator's decision \`${id}\`: below ${target} ${error.message}. Let openapi/overlays/emulator.yaml and the emulator do as the evidence says.`,
    );
  }
}

/**
 * The emulator responds with the examples of its contract.
 *
 * @throws {UserError} when one is not as the contract wants it: then evidence contradicts the decision that it shows
 */
export function requireValidExamples(contract: OpenApiDocument): void {
  const validators = new Validators(contract);
  for (const { pointer, schema, value } of examplesOf(contract)) {
    const [error] = validators.errors(schema, value);
    if (!error) continue;
    const path = parsePointer(pointer);
    const marks = path.flatMap((_, depth) =>
      asList(asObject(valueAt(contract, path.slice(0, depth + 1)))["x-assumed"]),
    );
    const ids = marks.map((mark) => `\`${String(asObject(mark)["id"])}\``).join(", ");
    throw new UserError(
      `The contract contradicts the emulator's decision ${ids || "about an example"}: ${pointer}${error.instancePath} ${error.message}. Let openapi/overlays/emulator.yaml and the emulator do as the contract says.`,
    );
  }
}

/** An update with the mark of its decision on the outermost object that holds all that is changed. */
function withMark(update: JsonObject, mark: JsonObject): JsonObject {
  const [first, second] = Object.entries(update) as [string, Json][];
  const [key, value] = first ?? ["", null];
  if (second || !isObject(value) || "$ref" in value || withoutExtension.has(key))
    return { ...update, "x-assumed": [mark] };
  return { [key]: withMark(value, mark) };
}

/** Below these keys there is data, or a map of names, or a condition that is not a schema of anything. */
const withoutExtension = new Set(
  "example examples default const enum value properties not".split(" "),
);

export interface RegisteredAssumption extends Assumption {
  /** What is decided, in sentences. */
  decides: string[];
}

/**
 * All assumptions in the order of the emulator's contract.
 *
 * @throws {UserError} when one closes a gap that does not exist, or when two different ones have the same id
 */
export function collectAssumptions(contract: OpenApiDocument, gaps: Gap[]): RegisteredAssumption[] {
  const byId = new Map<string, RegisteredAssumption>();
  for (const { value: node } of walk(contract)) {
    for (const mark of asList(node["x-assumed"])) {
      const { id, closes, because, decides: decision } = asObject(mark);
      const assumption = { id: String(id), closes: String(closes), because: String(because) };
      const decides = String(decision);
      const known = byId.get(assumption.id);
      if (!known) {
        byId.set(assumption.id, { ...assumption, decides: [decides] });
      } else if (known.closes !== assumption.closes || known.because !== assumption.because) {
        throw new UserError(
          `Two different assumptions are called ${known.id}. Give one of them another id.`,
        );
      } else {
        known.decides = [...new Set([...known.decides, decides])];
      }
    }
  }
  const assumptions = [...byId.values()];
  const known = new Set([...gaps, ...collectClosedGaps(contract)].map(({ id }) => id));
  const unknown = assumptions.filter(({ closes }) => !known.has(closes));
  if (unknown.length === 0) return assumptions;
  const list = unknown.map(({ id, closes }) => `${id} closes ${closes}`).join("\n  ");
  throw new UserError(
    `The emulator assumes something about gaps that do not exist:\n  ${list}\n  generated/gaps.json lists the gaps.`,
  );
}

/** `generated/assumptions.md`, a page of the site. */
export function renderAssumptions(assumptions: RegisteredAssumption[]): string {
  return `# What the emulator assumes

The emulator has to decide what the interface specification leaves open. These are its decisions, and none of them says
anything about the service. A response names those that shaped it in its header \`X-Emulator-Assumed\`. Generated from
\`openapi/overlays/emulator.yaml\` by \`npm run generate\`.

${assumptions
  .map(
    ({ id, closes, because, decides }) =>
      `## ${id}\n\n${decides.join(" ")}\n\nBecause: ${because} Gap: [\`${closes}\`](gaps.md#${closes})\n`,
  )
  .join("\n")}`;
}

/** Words for readers: where the contract has its own, those of the decision go. */
const prose = new Set(["description", "title", "summary", "examples"]);

/**
 * The part of an update that the node does not have yet; undefined when it has all of it.
 *
 * @throws {UserError} when the two contradict each other
 */
function remainderOf(update: JsonObject, node: Json, place = ""): JsonObject | undefined {
  if (!isObject(node)) return update;
  const rest: JsonObject = {};
  for (const [key, value] of Object.entries(update)) {
    const left = remainderAt(key, value, node[key], `${place}/${key}`);
    if (left !== undefined) rest[key] = left;
  }
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function remainderAt(
  key: string,
  value: Json,
  present: Json | undefined,
  place: string,
): Json | undefined {
  if (present === undefined) return value;
  if (isDeepStrictEqual(value, present) || prose.has(key)) return undefined;
  if (isObject(value) && isObject(present)) return remainderOf(value, present, place);
  if (Array.isArray(value) && Array.isArray(present)) {
    const missing = value.filter((item) => !present.some((each) => isDeepStrictEqual(item, each)));
    // A list of values narrows; every other list of a schema adds to what is asked for.
    if (key === "enum" && missing.length > 0) throw contradiction(place, value, present);
    return missing.length > 0 ? missing : undefined;
  }
  // One type of several is narrower.
  if (key === "type" && Array.isArray(present) && present.includes(value)) return value;
  throw contradiction(place, value, present);
}

function contradiction(place: string, value: Json, present: Json): UserError {
  return new UserError(
    `the emulator has ${JSON.stringify(value)} at ${place}, and the evidence ${JSON.stringify(present)}`,
  );
}
