/** The decisions of the emulator: put on the contract by an overlay, gathered from its marks, and written as a page. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import {
  applyActions,
  type ClosedGap,
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
  asObjectMap,
  examplesOf,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  operationsOf,
  parsePointer,
  resolved,
  toPointer,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { Checker } from "openapi-gaps/evidence";
import { emulatorOverlay } from "../support/locations.ts";
import { isDeepStrictEqual } from "node:util";

/** A decision of the emulator, as `openapi/EXTENSIONS.md` defines it. */
export interface Assumption {
  id: string;
  /** The gap that the decision would close. */
  closes: string;
  because: string;
  /**
   * What becomes of it when the owner has answered: `follow` where the emulator does as the contract says, as far as the answer is
   * more than words; and `keep` for what it does as a tool for tests, whatever the service does.
   */
  answered?: "follow" | "keep";
  /** The answer that says the same as the decision. */
  agrees?: "yes" | "no";
  /** What the owner has said, where the emulator keeps its decision all the same. */
  beside?: string;
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
  const lineOf = (id: string) =>
    overlay.split("\n").findIndex((line) => line.trim() === `id: ${id}`) + 1;
  const contract = applyAssumptions(document, actions, lineOf);
  requireValidExamples(contract);
  contract.info["title"] = `${document.info["title"]}, as its emulator assumes it`;
  return contract;
}

/**
 * Applies the actions to a copy. Every object that an action changes or speaks about then carries
 * the decision in its own `x-assumed` list, together with what was decided. What the owner has said takes the
 * place of a decision. A response that it describes refers to no other.
 *
 * @param lineOf the line of the overlay that a decision stands at
 * @throws {UserError} when a target is no JSONPath, or selects nothing: such a decision would
 *   silently not be taken; also for a decision about which an answer says nothing
 */
export function applyAssumptions(
  document: OpenApiDocument,
  actions: AssumingAction[],
  lineOf: (id: string) => number = () => 1,
): OpenApiDocument {
  const copy = structuredClone(document);
  const closed = new Map(collectClosedGaps(document).map((gap) => [gap.id, gap]));
  if (closed.size > 0) denyFields(copy);
  // What an answer says is there before any decision.
  const contract = closed.size > 0 ? structuredClone(copy) : copy;
  for (const action of actions) {
    const { id, closes, because, agrees } = action["x-assumed"];
    const gap = closed.get(closes);
    const isAgreed = gap !== undefined && agrees !== undefined && verdictOf(gap) === agrees;
    const left = gap
      ? besideAnswer(action, gap, isAgreed, { contract, decided: copy }, lineOf)
      : action;
    if (!left || (closed.size > 0 && isLostExample(copy, left))) continue;
    const { description, update = {} } = left;
    const decides = description.trim();
    const mark = { id, closes, because, decides, ...(gap && { beside: gap.evidence }) };
    // What the owner has said as well is no assumption.
    const changed = isAgreed ? update : withMark(update, mark);
    applyActions(copy, [{ ...left, update: changed }], () => `Assumption ${id}: `);
  }
  for (const { value } of walk(copy, "response")) if ("content" in value) delete value["$ref"];
  dropSettledCodes(copy);
  if (closed.size > 0) dropUnused(copy, document);
  return copy;
}

/** What was of use to a denied field alone goes with it; each part may have been the last use of another. */
function dropUnused(contract: OpenApiDocument, document: OpenApiDocument): void {
  const before = unusedIn(document);
  while (true) {
    const unused = unusedIn(contract).filter((pointer) => !before.includes(pointer));
    if (unused.length === 0) return;
    for (const pointer of unused) {
      const path = parsePointer(pointer);
      delete asObject(valueAt(contract, path.slice(0, -1)))[path.at(-1)!];
    }
  }
}

/** Pointers to the components that nothing refers to. */
function unusedIn(contract: OpenApiDocument): string[] {
  const text = JSON.stringify(contract);
  const { securitySchemes: _, ...components } = contract.components;
  return Object.entries(components)
    .flatMap(([kind, parts]) =>
      Object.keys(asObject(parts)).map((name) => toPointer(["components", kind, name])),
    )
    .filter((pointer) => !text.includes(JSON.stringify(pointer)));
}

/** Where the owner has put a code in place of the range of successes, the emulator's own code for one goes, however much of the gap is open. */
function dropSettledCodes(contract: OpenApiDocument): void {
  for (const { node } of operationsOf(contract)) {
    const responses = asObjectMap(node["responses"]);
    const codes = Object.keys(responses).filter((code) => /^2\d\d$/.test(code));
    const isAssumed = (code: string) => responses[code]!["x-assumed"] !== undefined;
    if ("2XX" in responses || codes.every(isAssumed)) continue;
    for (const code of codes.filter(isAssumed)) delete asObject(node["responses"])[code];
  }
}

/** A yes or no of the owner. */
const verdictOf = ({ answer }: ClosedGap): unknown =>
  isObject(answer) ? answer["answer"] : answer;

/** What is left of a decision beside the owner's answer; undefined where nothing is. */
function besideAnswer(
  action: AssumingAction,
  gap: ClosedGap,
  isAgreed: boolean,
  { contract, decided }: Record<"contract" | "decided", OpenApiDocument>,
  lineOf: (id: string) => number,
): AssumingAction | undefined {
  const { id, answered } = action["x-assumed"];
  const { update } = action;
  const paths = pathsOf(decided, action.target);
  // What goes with the answer may be gone by it already.
  if (isAgreed) return action.remove && paths.length === 0 ? undefined : action;
  if (answered === "follow") {
    // Words give the emulator no form of a response; what they say of a request, it does not refuse.
    const of = Checker.of(decided).interface;
    const isSent = paths.some((path) => of.isPartOf("requestBody", toPointer(path)));
    return gap.answer === undefined && !isSent ? action : undefined;
  }
  if (answered === "keep") {
    // A limit of a tool gives way to one of the service, and not to another one of the tool.
    return update && paths.some((path) => contradicts(update, valueAt(contract, path)))
      ? undefined
      : action;
  }
  if (update && paths.every((path) => says(valueAt(decided, path), update))) return undefined;
  throw new UserError(
    `openapi/overlays/emulator.yaml:${lineOf(id)}: the owner has answered \`${gap.id}\`: ${gap.evidence} The emulator goes on to assume \`${id}\`: ${action.description.trim()} Nothing says that this still holds. Let the emulator do as the owner says, and remove the assumption; or say with \`answered: keep\` that it is a choice for tests.`,
  );
}

/** A field that is never there, as the owner says, is refused: the contract keeps it for the code that names it. */
function denyFields(contract: OpenApiDocument): void {
  for (const { value: schema } of walk(contract, "schema")) {
    const properties = asObject(schema["properties"]);
    for (const [name, property] of Object.entries(properties))
      if (asObject(property)["deprecated"] === true) properties[name] = false;
  }
  const validators = new Validators(contract);
  for (const { value: message, pointer } of walk(contract)) {
    const { schema, examples } = message;
    if (schema === undefined || !isObject(examples)) continue;
    for (const [name, example] of Object.entries(examples)) {
      const { value } = resolved(contract, asObject(example));
      const errors = value === undefined ? [] : validators.errors(`${pointer}/schema`, value);
      if (errors.some(({ keyword }) => keyword === "false schema")) delete examples[name];
    }
  }
}

/** An example of the contract goes when an answer denies it. */
const isLostExample = (contract: OpenApiDocument, { target }: AssumingAction): boolean =>
  target.startsWith("$.components.examples") && pathsOf(contract, target).length === 0;

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
      const { id, closes, because, decides: decision, beside } = asObject(mark);
      const assumption = {
        ...{ id: String(id), closes: String(closes), because: String(because) },
        ...(beside !== undefined && { beside: String(beside) }),
      };
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
    ({ id, closes, because, decides, beside }) =>
      `## ${id}\n\n${decides.join(" ")}\n\nBecause: ${because} Gap: [\`${closes}\`](gaps.md#${closes})\n${beside ? `\nThe service owner has said: ${beside} What stands above is still the emulator's own choice.\n` : ""}`,
  )
  .join("\n")}`;
}

/** Words for readers, which claim nothing. */
const prose = new Set(["description", "title", "summary", "examples"]);

/** Whether a node has all that an update would bring. */
function says(node: Json | undefined, update: Json): boolean {
  if (isObject(node) && isObject(update))
    return Object.entries(update).every(([key, value]) => prose.has(key) || says(node[key], value));
  if (Array.isArray(node) && Array.isArray(update))
    return update.every((item) => node.some((each) => isDeepStrictEqual(item, each)));
  return isDeepStrictEqual(node, update);
}

/** Whether an update would change what a node says already. */
function contradicts(update: Json, node: Json | undefined): boolean {
  if (node === undefined || isDeepStrictEqual(update, node)) return false;
  if (isObject(update) && isObject(node))
    return Object.entries(update).some(
      ([key, value]) => !prose.has(key) && contradicts(value, node[key]),
    );
  // One type of several is narrower.
  return !(Array.isArray(node) && node.includes(update));
}
