/** Examples and what describes them. */
import { formats, Validators } from "openapi-gaps";
import { examplesOf, type OpenApiDocument } from "openapi-gaps/document";

/** The examples that are not as the document describes them. */
export function refusedExamples(document: OpenApiDocument): string[] {
  const validators = new Validators(document, { formats });
  return examplesOf(document)
    .filter(({ schema, value }) => validators.errors(schema, value).length > 0)
    .map(({ pointer }) => pointer);
}
