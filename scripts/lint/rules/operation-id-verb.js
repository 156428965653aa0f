// @ts-check
import { defineRule } from "../../../rules/support/define-rule.js";
import { asObject } from "../../../rules/support/json.js";
import { walk } from "../../../rules/support/walk.js";

export default defineRule("operation-id-verb", {
  description:
    "An operationId is the verb of its method and a noun: createHpJob, getHpJob, listPublicAvatars.",
  then: { function: findOtherVerbs },
});

/** @param {unknown} document */
function findOtherVerbs(document) {
  return [...walk(document, "operation")].flatMap(({ value, path }) => {
    const [address = "", method = ""] = path.slice(-2);
    const verbs = verbsFor(method, address);
    const { operationId } = asObject(value);
    if (verbs.length === 0 || typeof operationId !== "string") return [];

    const form = new RegExp(`^(${verbs.join("|")})[A-Z][A-Za-z0-9]*$`);
    if (form.test(operationId)) return [];
    return [
      {
        message: `Name the operation ${verbs.map((verb) => `${verb}…`).join(" or ")}, in lowerCamelCase, not "${operationId}": ${method.toUpperCase()} ${address}.`,
        path: [...path, "operationId"],
      },
    ];
  });
}

/**
 * @param {string} method
 * @param {string} address
 * @returns {string[]} none for a method that has no usual verb
 */
function verbsFor(method, address) {
  switch (method) {
    case "post":
      return ["create"];
    case "put":
      return ["replace"];
    case "patch":
      return ["update"];
    case "delete":
      return ["delete"];
    case "get":
      if (address.endsWith("}")) return ["get"];
      return address.includes("{") ? ["get", "list"] : ["list"]; // such as /jobs/{id}/logs
    default:
      return [];
  }
}
