import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type ReadDocument, readDocument } from "../../src/document/read-document.ts";
import { withNotes } from "../../src/notes/notes-beside.ts";

/** Reads the first of the files, in a folder of their own, with the notes of `notes.yaml` where it is one of them. */
export async function readFiles(files: Record<string, string>): Promise<ReadDocument> {
  await using folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder.path, name, ".."), { recursive: true });
    await folder.write(name, text);
  }
  const read = readDocument(join(folder.path, Object.keys(files)[0]!));
  return "notes.yaml" in files ? withNotes(read, join(folder.path, "notes.yaml")) : read;
}
