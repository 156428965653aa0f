/** What an answer changes in the responses of every operation. */
import {
  asObject,
  type Json,
  type JsonObject,
  operationsOf,
} from "../../../gaps/src/document/document.ts";
import { successOf } from "../../../gaps/src/document/message.ts";
import type { Answer } from "./answer.ts";
import type { Change, Place } from "./change.ts";
import { describe } from "./describe-field.ts";

/** The response of the code is that of `2XX`, which goes on to hold for every other success. */
export function nameSuccesses({ codes }: Answer, { document }: Place): Change[] {
  const operations = operationsOf(document);
  const known = operations.map(({ operationId }) => operationId);
  const unknown =
    typeof codes === "object" ? Object.keys(codes).find((id) => !known.includes(id)) : undefined;
  if (unknown) throw new RangeError(`there is no operation ${unknown} among ${known.join(", ")}`);
  return operations.flatMap(({ operationId, pointer, node }) => {
    const code = typeof codes === "number" ? codes : codes![operationId];
    const { description = "", content = {} } = successOf(node);
    return code === undefined
      ? []
      : [{ pointer: `${pointer}/responses`, update: { [code]: { description, content } } }];
  });
}

/** The body of a failure stays as unknown as it was: that is another gap. */
export function nameFailures({ failures }: Answer, { document }: Place): Change[] {
  const responses = Object.entries(failures!).map(([code, description]): [string, Json] => [
    code,
    { description, content: { "*/*": { schema: {} } } },
  ]);
  return operationsOf(document).map(({ pointer }) => ({
    pointer: `${pointer}/responses`,
    update: Object.fromEntries(responses),
  }));
}

/** On everything that is not a success: that is where they tell a client to slow down. */
export function nameHeaders({ headers }: Answer, { document }: Place): Change[] {
  const responses = Object.keys(asObject(document.components["responses"]));
  const described = Object.entries(headers!).map(([name, field]) => {
    const { description = "", ...schema } = describe(name, field);
    return [name, { description, schema }];
  });
  return responses.map((name) => ({
    pointer: `#/components/responses/${name}`,
    update: { headers: Object.fromEntries(described) as JsonObject },
  }));
}
