/**
 * Closes the gap about whether the required fields of answers are always there. Nothing changes but
 * the gap.
 */
import { isObject, type JsonObject } from "../../../scripts/contract/document.ts";
import { operationsOf } from "../operations.ts";
import { recordEvidence } from "../overlay/overlay.ts";
import { type Closer, type Evidence, nameOf, tooLittle } from "./proposal.ts";
import { fewestSamples, requiredPresence } from "./thresholds.ts";
import { lowerBound } from "./wilson.ts";

/** A required field of an answer, and in how many of the objects it was there and not null. */
interface Presence {
  pointer: string;
  name: string;
  objects: number;
  there: number;
}

export const confirmRequired: Closer = ({ id, node: pointer }, node, evidence) => {
  const presences = successSchemas(evidence).flatMap((schema) => presencesOf(schema, evidence));
  const thin = presences.find(({ objects }) => objects < fewestSamples);
  if (thin) {
    return tooLittle(
      id,
      thin.objects,
      fewestSamples,
      `objects for \`${nameOf(thin.pointer)}\`, and every answer counts`,
    );
  }
  const missing = presences.find(({ there, objects }) => there / objects < requiredPresence);
  if (missing) {
    const { pointer: at, name, there, objects } = missing;
    return {
      gap: id,
      because: `\`${name}\` of \`${nameOf(at)}\` was there in ${there} of ${objects} objects, although the contract requires it`,
    };
  }
  const confidence = Math.min(...presences.map(({ there, objects }) => lowerBound(there, objects)));
  const samples = Math.min(...presences.map(({ objects }) => objects));
  const effect = "changes no type: the required fields of all answers are confirmed";
  return {
    gap: id,
    effect,
    actions: recordEvidence(pointer, node, effect, evidence.verification(id, samples, confidence)),
  };
};

/** Pointers of the schemas that successes have. */
function successSchemas({ document }: Evidence): string[] {
  const references = operationsOf(document).map(({ node }) => {
    const responses = node["responses"] as { [status: string]: JsonObject };
    const content = responses["2XX"]?.["content"] as { [type: string]: JsonObject } | undefined;
    const schema = content?.["application/json"]?.["schema"];
    return isObject(schema) ? schema["$ref"] : undefined;
  });
  return [...new Set(references.filter((reference) => typeof reference === "string"))];
}

function presencesOf(pointer: string, evidence: Evidence): Presence[] {
  const { document } = evidence;
  const { required, properties } = document.components.schemas[nameOf(pointer)] ?? {};
  const objects = evidence.at(pointer)?.types["object"] ?? 0;
  return ((required ?? []) as string[]).map((field) => {
    const property = isObject(properties) ? properties[field] : undefined;
    const reference = isObject(property) ? property["$ref"] : undefined;
    const place = typeof reference === "string" ? reference : `${pointer}/properties/${field}`;
    const there =
      (evidence.at(pointer)?.fields[field] ?? 0) - (evidence.at(place)?.types["null"] ?? 0);
    return { pointer, name: field, objects, there };
  });
}
