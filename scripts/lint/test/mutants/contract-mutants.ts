/** Every mutant of the contract. */
import { toPointer } from "../../../../gaps/src/document/pointer.ts";
import { isVerified } from "../../../../gaps/src/ruleset/support/evidence.js";
import { walk } from "../../../../gaps/src/ruleset/support/walk.js";
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../../gaps/src/document/document.ts";
import {
  inventAnswers,
  inventCodes,
  inventConstraints,
  inventParameters,
  inventVersion,
} from "./inventions.ts";
import type { Mutant, MutantKind, Mutation } from "./mutant.ts";
import {
  mutateOperations,
  mutatePaths,
  mutateSecurity,
  mutateStatusKeys,
} from "./mutants-of-operations.ts";
import {
  mutateBranches,
  mutateFields,
  mutateReference,
  mutateRequired,
  mutateType,
  mutateValues,
} from "./mutants-of-schemas.ts";
import { mutateExampleNames, mutateExamples, mutateGaps } from "./mutants-of-words.ts";

type Mutate = (node: JsonObject) => Mutation[];

/** What is done to each kind of node; see `gaps/src/ruleset/support/grammar.js`. */
const mutations: Record<string, [MutantKind, Mutate][]> = {
  schema: [
    ["field", mutateFields],
    ["required mark", mutateRequired],
    ["type", mutateType],
    ["type", mutateBranches],
    ["type", mutateReference],
    ["value", mutateValues],
    ["example", mutateExamples],
    ["invention", inventConstraints],
  ],
  document: [
    ["security", mutateSecurity],
    ["invention", inventVersion],
  ],
  paths: [["path", mutatePaths]],
  pathItem: [["operation", mutateOperations]],
  operation: [["invention", inventParameters]],
  responses: [
    ["status key", mutateStatusKeys],
    ["invention", inventCodes],
  ],
  response: [["invention", inventAnswers]],
  mediaType: [["example", mutateExampleNames]],
  example: [["example", mutateExamples]],
};

export function contractMutants(contract: OpenApiDocument): Mutant[] {
  return [...walk(contract)].flatMap((place) => {
    const { kind: nodeKind, value, path } = place;
    if (!isObject(value)) return [];
    const pointer = toPointer(path);
    const kinds: [MutantKind, Mutate][] = [...(mutations[nodeKind] ?? []), ["gap", mutateGaps]];
    // Where evidence stands, what was added may be part of what was seen.
    const known = kinds.filter(([kind]) => kind !== "invention" || !isVerified(place));
    return known.flatMap(([kind, mutate]) =>
      mutate(value).map(({ what, change }): Mutant => ({
        kind,
        what: `${what} (${pointer})`,
        document: () => {
          const document = structuredClone(contract);
          change(nodeKind === "document" ? document : resolvePointer(document, pointer));
          return document;
        },
      })),
    );
  });
}
