/** Examples and what describes them. */
import { formats, Validators } from "openapi-gaps";
import { messageExamples, type OpenApiDocument, schemaExamples } from "openapi-gaps/document";
import { strictCopy } from "../../scripts/emit/strict.ts";

/**
 * The examples that are not as the document describes them.
 *
 * @param isStrict whether they may show nothing beside what it describes. A placeholder does, once values are known
 */
export function refusedExamples(document: OpenApiDocument, { isStrict = true } = {}): string[] {
  const strict = isStrict ? strictCopy(document) : document;
  const validators = new Validators(strict, { formats });
  return [...schemaExamples(strict), ...messageExamples(strict)]
    .filter(({ schema, value }) => validators.errors(schema, value).length > 0)
    .map(({ pointer }) => pointer);
}
