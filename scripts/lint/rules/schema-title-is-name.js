// @ts-check
import { defineRule } from "../define-rule.js";
import { asObject, asObjectMap } from "../../../gaps/src/document/json.ts";

export default defineRule("schema-title-is-name", {
  description:
    "The title of a component schema is its name, in words: some tools name types by it.",
  then: { function: findOtherTitles },
});

/** @param {unknown} document */
function findOtherTitles(document) {
  const { schemas } = asObject(asObject(document).components);
  return Object.entries(asObjectMap(schemas)).flatMap(([name, { title }]) =>
    typeof title !== "string" || asName(title) === name.toLowerCase()
      ? []
      : [
          {
            message: `Some tools name the type by its title, so ${name} would be another type to them. Write title: ${inWords(name)}.`,
            path: ["components", "schemas", name, "title"],
          },
        ],
  );
}

/** @param {string} title */
const asName = (title) => title.replaceAll(/[^\p{L}\d]/gu, "").toLowerCase();

/** @param {string} name */
const inWords = (name) =>
  name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
