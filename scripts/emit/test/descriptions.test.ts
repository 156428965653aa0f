/** What a description says, everybody reads: no reader takes a part of it for a note. */
import { expect, test } from "vitest";
import { collectGaps } from "openapi-gaps";
import { asObject, type JsonObject } from "openapi-gaps/document";
import { writeReference } from "../../site/reference.ts";
import { bundleContract } from "../../support/contract.ts";
import { generateFiles } from "../generate.ts";

/** A second paragraph as people write one, and one that quotes. */
const plain = "Lorem ipsum.";
const quoted = "> Dolor sit.";

const bundle = bundleContract();
const { components, paths } = bundle.document;
const slides = asObject(paths["/api/template_dynamic_slide_video"]?.["post"]);
const places: [string, JsonObject][] = [
  ["a schema", components.schemas["HpJob"]!],
  ["a property", asObject(asObject(components.schemas["HpJobInput"]?.["properties"])["music"])],
  ["an operation", slides],
];

test.each(places)(
  "a line of %s that begins with > is read wherever any other is",
  async (_, node) => {
    const before = node["description"] ?? "";
    const filesWith = async (paragraph: string): Promise<string[]> => {
      node["description"] = `${String(before)}\n\n${paragraph}`;
      const words = paragraph.replace(/\W/g, " ").trim().split(/ +/);
      const isTold = new RegExp(words.join("[^a-z]+"));
      const { overview, chapters } = writeReference(bundle.document, collectGaps(bundle.document));
      const pages = [overview, ...chapters].map(({ name, body }): [string, string] => [name, body]);
      const files = [...(await generateFiles(bundle)), ...pages];
      return files.filter(([, text]) => isTold.test(text)).map(([name]) => name);
    };
    const told = await filesWith(plain);
    expect(told).toEqual(
      expect.arrayContaining(["generated/openapi.yaml", "generated/schema.d.ts"]),
    );
    expect(await filesWith(quoted)).toEqual(told);
    node["description"] = before;
  },
);
