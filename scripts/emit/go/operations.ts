/** Operations of the Go client: a method for each. */
import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operations.ts";
import { banner, comment, exportedNames, parameterNames } from "./writing.ts";

/** @throws {UnwritableError} for what has no form in Go */
export function renderGoOperations({ operations }: Model): string {
  const names = exportedNames(operations.map(({ id, pointer }) => ({ name: id, pointer })));
  return `${banner}
import "context"

${operations.map((operation) => renderMethod(names.get(operation.id)!, operation)).join("\n")}`;
}

function renderMethod(name: string, operation: Operation): string {
  const { method, path, parameters, body, result, required, summary, notes } = operation;
  const names = parameterNames(parameters);
  const given = parameters.map((parameter) => `${names.get(parameter.name)} ${parameter.type}`);
  if (body) given.push(`body ${body.type}`);
  const inPath = [...names.values()].join(", ");
  const fields = Object.entries(required).map(([field, type]) => `"${field}": "${type}"`);
  return `var route${name} = route{"${name}", "${method}", ${JSON.stringify(path)}, map[string]string{${fields.join(", ")}}}

${comment([`${name} sends ${method} ${path}. ${summary}.`, ...notes])}
func (c *Client) ${name}(ctx context.Context${given.map((each) => `, ${each}`).join("")}) (*${result}, error) {
	return call[${result}](ctx, c, route${name}, ${inPath === "" ? "nil" : `[]string{${inPath}}`}, ${body ? "body" : "nil"})
}
`;
}
