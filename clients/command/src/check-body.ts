/** Holds a body against the contract, before it costs anything. */
import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { InputSchema } from "../../../generated/command/schemas.ts";
import { printable } from "./print.ts";

/** More would bury the one to begin with. */
const maxProblems = 20;

const ajv = new Ajv2020({
  allErrors: true,
  discriminator: true,
  strict: false,
  // The contract's own tests have done so.
  validateSchema: false,
  validateFormats: false,
  verbose: true,
});

/** @returns what is wrong, a line each, with the place and the remedy */
export function findProblems(schema: InputSchema, body: unknown): string[] {
  // Compiled once: the validator knows a schema by its identity.
  const validate = ajv.compile(schema);
  if (validate(body)) return [];
  const lines = (validate.errors ?? []).flatMap(describe);
  return [...new Set(lines)].slice(0, maxProblems);
}

function describe(error: ErrorObject): string[] {
  const { keyword, instancePath, params, message, parentSchema } = error;
  const at = (name?: unknown) =>
    printable(
      [...instancePath.split("/").slice(1), ...(name === undefined ? [] : [name])].join("."),
    );
  switch (keyword) {
    case "required":
      return [`${at(params["missingProperty"])} is missing.`];
    case "additionalProperties": {
      const name = String(params["additionalProperty"]);
      const known = Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
      return [`${at(name)} is not in the contract, which has ${known.join(", ") || "no field"}.`];
    }
    case "discriminator":
      return [`${at(params["tag"])} is not one of the values that choose what this is.`];
    case "enum":
      return [`${at()} is one of ${(params["allowedValues"] as unknown[]).join(", ")}.`];
    case "const":
      return [`${at()} is ${JSON.stringify(params["allowedValue"])}.`];
    case "type":
      return [`${at() || "The body"} has to be ${[params["type"]].flat().join(" or ")}.`];
    case "oneOf":
    case "if":
      // The errors of the branch say more.
      return [];
    default:
      return [`${at() || "The body"} ${message ?? `breaks ${keyword}`}.`];
  }
}
