/** Reads XML as it comes, so that only what is looked for is kept. */
import { SaxesParser } from "saxes";

export type Attributes = Record<string, string>;

/** Called for each element, by its name without a prefix. */
export interface XmlVisitor {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True once nothing of what follows is of interest. */
  readonly done?: boolean;
}

/**
 * Parses what comes; where nothing comes, because a workbook may do without a file, it does nothing.
 *
 * @throws {Error} when it is no well-formed XML in UTF-8. Entities of its own are none: nothing can be expanded.
 */
export async function parseXml(chunks: AsyncIterable<Buffer>, visitor: XmlVisitor): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (!visitor.done) visitor.open?.(localName(name), attributes as Attributes);
  });
  parser.on("text", (text) => {
    if (!visitor.done) visitor.text?.(text);
  });
  parser.on("closetag", ({ name }) => {
    if (!visitor.done) visitor.close?.(localName(name));
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty = false;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (visitor.done) return;
  }
  if (!isEmpty) parser.write(decoder.decode()).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
