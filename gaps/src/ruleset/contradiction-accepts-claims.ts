import { asList, isObject } from "../document/json.ts";
import { toPointer } from "../document/pointer.ts";
import { type ErrorObject, type ValidateFunction, Validators } from "../document/validators.ts";
import { type Finding, type FoundGap, gapEntries, type Rule } from "./rule.ts";

export const contradictionAcceptsClaims: Rule = {
  code: "contradiction-accepts-claims",
  description: "An unsettled contradiction stands on a schema that accepts what each claim allows.",
  find(document) {
    const open = [...gapEntries(document)].filter(
      ({ entry }) => entry["kind"] === "contradiction" && !("settled" in entry),
    );
    if (open.length === 0) return [];
    const validators = new Validators(document as object);
    return open.flatMap((gap) =>
      gap.node.kind === "schema" ? refusedSamples(validators, gap) : [moveToSchema(gap)],
    );
  },
};

const moveToSchema = ({ entry, path }: FoundGap): Finding => ({
  message: `The contradiction "${String(entry["id"])}" stands on something that is not a schema, so nothing can accept its claims. Move it to the schema concerned, or say under settled which claim holds.`,
  path,
});

function refusedSamples(validators: Validators, { entry, path, node }: FoundGap): Finding[] {
  const validate = compile(validators, node.path);
  if (!validate) return [];
  return asList(entry["states"]).flatMap((claim, index) => {
    if (!isObject(claim) || !("sample" in claim) || validate(claim["sample"])) return [];
    return [
      {
        message: `The schema refuses what this claim allows: the sample ${describeError(validate.errors)}. Widen the schema until it accepts every claim, or say under settled which one holds.`,
        path: [...path, "states", String(index), "sample"],
      },
    ];
  });
}

const describeError = (errors: ErrorObject[] | null | undefined): string =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join(", ");

/** A schema that cannot be compiled goes on in another file, or is wrong in a way that other rules report. */
function compile(validators: Validators, path: string[]): ValidateFunction | undefined {
  try {
    return validators.at(toPointer(path));
  } catch {
    return undefined;
  }
}
