/** The lists of avatars and voices: those of the contract's examples, or of a catalogue of one's own. */
import { answerValidator, type Contract, operationOf } from "../contract/contract.ts";
import { findProblems } from "../contract/field-problems.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { OptionError } from "../option-error.ts";
import type { OperationId } from "./names.ts";

/** Lists by what they hold; one that is missing is that of the contract. */
export interface CatalogueOptions {
  publicAvatars?: object[];
  customAvatars?: object[];
  publicVoices?: object[];
}

/** Answers by operation. */
export type Catalogue = Partial<Record<OperationId, JsonObject>>;

const lists: Record<keyof CatalogueOptions, { operation: OperationId; field: string }> = {
  publicAvatars: { operation: "listPublicAvatars", field: "avatars_list" },
  customAvatars: { operation: "listCustomAvatars", field: "avatars_list" },
  publicVoices: { operation: "listPublicVoices", field: "voices_list" },
};

/** @throws {OptionError} for a list that is none, and for an item that the contract does not allow */
export function readCatalogue(given: CatalogueOptions, contract: Contract): Catalogue {
  const catalogue: Catalogue = {};
  for (const [name, items] of Object.entries(given as Record<string, Json>)) {
    if (!Object.hasOwn(lists, name))
      throw new OptionError(
        `The catalogue has a list "${name}". It may have ${Object.keys(lists).join(", ")}.`,
      );
    const { operation: id, field } = lists[name as keyof CatalogueOptions];
    const answer: JsonObject = { [field]: items };
    const [problem] = findProblems(answerValidator(contract, operationOf(contract, id)), answer);
    if (problem)
      throw new OptionError(
        `The catalogue is not as the contract has it at ${problem.pointer.replace(`/${field}`, name)}: ${problem.detail}`,
      );
    catalogue[id] = answer;
  }
  return catalogue;
}
