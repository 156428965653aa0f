/** Examples and what describes them. */
import { formats, Validators } from "openapi-gaps";
import { messageExamples, type OpenApiDocument, schemaExamples } from "openapi-gaps/document";

/** The examples that are not as the document describes them. */
export function refusedExamples(document: OpenApiDocument): string[] {
  const validators = new Validators(document, { formats });
  return [...schemaExamples(document), ...messageExamples(document)]
    .filter(({ schema, value }) => validators.errors(schema, value).length > 0)
    .map(({ pointer }) => pointer);
}
