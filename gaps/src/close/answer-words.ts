/** An owner's answer as sentences, as the document keeps it and every reader sees it. */
import { asList, asObject, isObject, type Json, type JsonObject } from "../document/document.ts";

/** A verdict in words; `promise: none` has one too. */
const verdicts = new Map(
  Object.entries({
    yes: "Yes",
    no: "No",
    depends: "It depends",
    unknown: "Not known",
    none: "Nothing is promised",
  }),
);

/** Each key of an answer as a sentence, without its full stop. */
const sentences: Record<string, (value: Json) => string> = {
  // What each means stands in the description.
  values: (values) => `Values: ${quoted(isObject(values) ? Object.keys(values) : asList(values))}`,
  complete: (isWhole) => (isWhole ? "There is no other value" : "There may be other values"),
  final: (values) => `Final: ${quoted(asList(values))}`,
  failure: (values) => `Failed: ${quoted(asList(values))}`,
  type: (type) => `Type: ${String(type)}`,
  fields: (fields) => `Fields: ${quoted(Object.keys(asObject(fields)))}`,
  items: (item) => `Type of each element: ${String(asObject(item)["type"])}`,
  minimum: (minimum) => `At least ${String(minimum)}`,
  maximum: (maximum) => `At most ${String(maximum)}`,
  always: (names) => `Always there: ${quoted(asList(names))}`,
  never: (names) => `Never there: ${quoted(asList(names))}`,
  codes: (codes) =>
    isObject(codes) ? `Success: ${codesIn(codes).join(", ")}` : `Success: ${String(codes)}`,
  failures: (failures) => `Failures: ${failuresIn(asObject(failures)).join("; ")}`,
  address: (address) => `\`${String(address)}\``,
  operation: (operations) =>
    [operations]
      .flat()
      .map(asObject)
      .map(({ method, path, returns }) => {
        const call = quote(`${String(method).toUpperCase()} ${String(path)}`);
        return returns === undefined ? call : `${call}, which returns ${quote(returns)}`;
      })
      .join("; "),
};

/**
 * The statement that was ticked, a verdict, the words, and every other key.
 *
 * @param statement of a tick: "`reader` is always there"
 */
export function inWords(said: JsonObject, statement?: Json): string {
  const { answer = "", holds = answer, promise = holds, words = "", ...others } = said;
  // "`reader` is always there: No." A no before the statement would read as if it held.
  const head = [statement ?? [], verdicts.get(String(promise)) ?? []].flat().map(bare).join(": ");
  const details = Object.entries(others).map(([key, value]) => sentences[key]?.(value) ?? "");
  const all = [head, words, ...details].map(bare).filter((each) => each !== "");
  return all.map(asSentence).join(" ");
}

/** Values with what they mean, as a paragraph of a description. */
export const describeMeanings = (values: JsonObject): string =>
  meaningsIn(values)
    .map((meaning) => `${bare(meaning)}.`)
    .join(" ");

/** An owner that does not know, or promises nothing, and says no more. */
export const isUnknown = ({ answer, holds = answer, promise, words, ...others }: JsonObject) =>
  promise !== undefined ||
  holds === "unknown" ||
  (holds === undefined && Object.keys(others).length === 0 && notKnown.test(String(words)));

const notKnown =
  /^\W*((we|i) )?((do not|don['’]?t|cannot|can['’]?t|can not) (yet )?(know|say|tell|promise)|promise nothing|have no idea|(it is |it's )?(not known|unknown|undecided|not decided)|nothing is (promised|known)|no (idea|promise))\b/i;

/** As it stands beside other sentences; a sign of its own stays. */
const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[!?…]$/.test(text) ? "" : ".");

const bare = (each: Json): string => String(each).trim().replace(/\.$/, "");
const quote = (name: Json): string => `\`${String(name)}\``;
const quoted = (names: Json[]): string => names.map(quote).join(", ");

const meaningsIn = (values: JsonObject): string[] =>
  Object.entries(values).map(([value, meaning]) => `${quote(value)}: ${bare(meaning)}`);

const codesIn = (codes: JsonObject): string[] =>
  Object.entries(codes).map(([id, code]) => `${String(code)} of ${quote(id)}`);

const failuresIn = (failures: JsonObject, of = ""): string[] =>
  Object.entries(failures).flatMap(([code, meaning]) =>
    isObject(meaning)
      ? failuresIn(meaning, ` of ${quote(code)}`)
      : `${code}${of}: ${bare(meaning)}`,
  );
