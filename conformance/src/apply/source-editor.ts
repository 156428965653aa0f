/**
 * Makes the edits of an overlay, which are meant for the bundle, in the files that the bundle is
 * made of.
 */
import { glob } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { isObject, type Json } from "../../../gaps/src/document/document.ts";
import type { Edit } from "../../../gaps/src/document/overlay.ts";
import { contractFolder, root } from "../../../scripts/support/locations.ts";
import {
  openSource,
  type SourceFile,
  traceInSource,
} from "../../../scripts/contract/source-map.ts";

/**
 * How wide the prose of the contract is folded, so that an edit leaves the lines around it alone.
 */
export const lineWidth = 125;

export class SourceEditor {
  readonly #files = new Map<string, SourceFile>();
  readonly #changed = new Set<SourceFile>();

  /**
   * Makes an edit in memory. Edits have to come in their order, because a path may count on the
   * edit before.
   */
  async edit(edit: Edit): Promise<void> {
    const { file, keys } = await traceInSource(edit.path, (path) => this.#open(path));
    if ("value" in edit)
      file.document.setIn(keys, file.document.createNode(await this.#localize(edit.value, file)));
    else file.document.deleteIn(keys);
    this.#changed.add(file);
  }

  /** Path, relative to the repository, and text of every file that an edit has changed. */
  changes(): Map<string, string> {
    return new Map(
      [...this.#changed].map(({ path, document }) => [
        relative(root, path),
        document.toString({ lineWidth }),
      ]),
    );
  }

  async #open(path: string): Promise<SourceFile> {
    const file = this.#files.get(path) ?? (await openSource(path));
    this.#files.set(path, file);
    return file;
  }

  /** A reference within the bundle is one between files in the source. */
  async #localize(value: Json, file: SourceFile): Promise<Json> {
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.#localize(item, file)));
    if (!isObject(value)) return value;
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, child]): Promise<[string, Json]> => [
        key,
        key === "$ref" && typeof child === "string"
          ? await referenceFrom(file.path, child)
          : await this.#localize(child, file),
      ]),
    );
    return Object.fromEntries(entries);
  }
}

async function referenceFrom(from: string, reference: string): Promise<string> {
  const name = /^#\/components\/[^/]+\/([^/]+)$/.exec(reference)?.[1];
  for await (const file of glob("**/*.yaml", { cwd: contractFolder })) {
    if (basename(file, ".yaml") === name)
      return relative(dirname(from), join(contractFolder, file));
  }
  return reference;
}
