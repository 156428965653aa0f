/** The samples of the site, which `samples.test.ts` runs. */
import { contract, operationsOf } from "../../../../test/support/contract.ts";
import { examplesOf } from "../../../emit/model/examples.ts";
import { readGuideSamples, writeSamples } from "../../samples.ts";

export const guides = await readGuideSamples();

/** Every example of every operation, in every language. */
export const samples = operationsOf(contract).flatMap((operation) => {
  const examples = examplesOf(contract, operation.node);
  return (examples.length > 0 ? examples : [undefined]).flatMap((example) =>
    writeSamples(operation, example?.request).map((sample) => ({
      ...sample,
      what: `${operation.operationId}, ${example?.name ?? "as it is"}, in ${sample.language.label}`,
    })),
  );
});
