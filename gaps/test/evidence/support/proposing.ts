/** What recorded calls make of a document. */
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";
import { type Proposed, proposeChanges } from "../../../src/close/propose.ts";
import type { OpenApiDocument } from "../../../src/document/document.ts";
import { withActions } from "../../../src/document/overlay.ts";
import { harOf, type RecordedCall } from "./recording.ts";

/** A proposal, and the document with it. */
export async function propose(
  calls: RecordedCall[],
  document: OpenApiDocument,
): Promise<Proposed & { document: OpenApiDocument }> {
  await using folder = await temporaryFolder();
  const file = await folder.write("a.har", harOf(calls));
  const options = { baseUrl: "https://service.example", environment: "test" };
  const proposed = proposeChanges(document, [file], options);
  return { ...proposed, document: withActions(document, proposed.overlay.actions) };
}
