/** Reads an overlay that a person has reviewed, and may have changed. */
import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { InputError } from "../input-error.ts";
import type { Overlay } from "./overlay.ts";

const text = { type: "string", pattern: "\\S" };

const overlaySchema = {
  type: "object",
  required: ["overlay", "actions"],
  properties: {
    overlay: { type: "string", pattern: "^1\\.0\\." },
    "x-guides": {
      type: "array",
      items: {
        type: "object",
        required: ["file", "says"],
        additionalProperties: false,
        properties: { file: text, says: text, write: { type: ["string", "null"] } },
      },
    },
    actions: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["target", "x-closes"],
        additionalProperties: false,
        properties: {
          target: text,
          description: { type: "string" },
          "x-closes": text,
          "x-expects": { type: "object" },
          "x-verified": {
            type: "object",
            required: ["gap", "date", "evidence"],
            oneOf: [
              { required: ["environment", "samples", "confidence"] },
              { required: ["kind", "by"] },
            ],
          },
          update: { type: "object" },
          remove: { const: true },
        },
        oneOf: [{ required: ["update"] }, { required: ["remove"] }],
      },
    },
  },
};

const isOverlay = new Ajv2020({ strict: false }).compile<Overlay>(overlaySchema);

/** @throws {InputError} when there is no such file, or it is no overlay as `propose` writes it */
export async function readOverlay(file: string): Promise<Overlay> {
  const content = await readFile(file, "utf8").catch(() => {
    throw new InputError(`There is no file ${file}. Make one with \`propose\`.`);
  });
  let overlay: unknown;
  try {
    overlay = parse(content);
  } catch (error) {
    throw new InputError(`${file} is not YAML: ${(error as Error).message}`);
  }
  if (isOverlay(overlay)) return overlay;
  const [problem] = isOverlay.errors ?? [];
  throw new InputError(
    `${file} is not an overlay that can be applied: ${problem?.instancePath || "the document"} ${problem?.message}. Start from one that \`propose\` has written.`,
  );
}
