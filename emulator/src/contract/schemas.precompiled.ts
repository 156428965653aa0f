/**
 * Validators of schemas. In the source Ajv makes each at its first use. The package has the code that Ajv writes, and no Ajv: the
 * bundler puts what {@link precompile} returns in the place of this module.
 */
import { _, Ajv2020, type Options } from "ajv/dist/2020.js";
import { schemas as controlSchemas } from "./control-schemas.ts";
import { isObject, type OpenApiDocument, walk } from "openapi-gaps/document";
import type { ContractName } from "./contract-files.ts";
import { readContract } from "./document.ts";
import { formats } from "./formats.ts";
import type { JsonObject } from "./json.ts";
import { listOperations } from "./operations.ts";
import type { Schemas, Validate } from "./find-problems.ts";

/** Whose schemas they are. */
type Owner = ContractName | "control";

/** @param document is fitted to Ajv in its place */
export function createSchemas(owner: Owner, document: JsonObject): Schemas {
  const ajv = createAjv();
  addDocument(ajv, owner, document);
  return { at: (pointer) => ajv.getSchema(referenceTo(owner, pointer)) as Validate };
}

/**
 * This module with the schemas that an emulator asks for, compiled.
 *
 * @public called by the build of packages
 */
export async function precompile(): Promise<string> {
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = createAjv({ code: { source: true, formats: _`formats` } });
  const references: Record<string, string> = {};
  const compile = (owner: Owner, document: JsonObject, pointers: string[]) => {
    addDocument(ajv, owner, document);
    for (const pointer of pointers) references[owner + pointer] = referenceTo(owner, pointer);
  };
  for (const name of ["service", "emulator"] as const) {
    const document = JSON.parse(readContract(name)) as OpenApiDocument;
    const pointers = listOperations(document).flatMap(({ requestSchema = [], responses }) =>
      [...responses.values()].flatMap(({ schemas }) => [...schemas.values()]).concat(requestSchema),
    );
    compile(name, document, pointers);
  }
  compile(
    "control",
    controlSchemas,
    Object.keys(controlSchemas).map((name) => `#/${name}`),
  );
  const helpers: string[] = [];
  const code = standalone.default(ajv, references).replaceAll(
    // Ajv takes its helpers as CommonJS does.
    /require\("(ajv\/[^"]+)"\)\.default/g,
    (_call, path: string) => `helper_${helpers.push(path) - 1}.default`,
  );
  return [
    `import { formats } from "./formats.ts";`,
    ...helpers.map((path, index) => `import helper_${index} from ${JSON.stringify(`${path}.js`)};`),
    `const exports = {};`,
    code,
    `const entries = Object.entries(exports);`,
    `export const createSchemas = (owner) => {`,
    `  const own = entries.filter(([name]) => name.startsWith(owner));`,
    `  const validators = new Map(own.map(([name, each]) => [name.slice(owner.length), each]));`,
    `  return { at: (pointer) => validators.get(pointer) };`,
    `};`,
  ].join("\n");
}

function createAjv(options: Options = {}): Ajv2020 {
  return new Ajv2020({
    // OpenAPI has more keywords than JSON Schema, and its linters have checked the schemas.
    strict: false,
    validateSchema: false,
    allErrors: true,
    discriminator: true,
    formats,
    ...options,
  });
}

/**
 * Adds a document with its discriminators fitted to Ajv. It reads their values from the `const` of each branch and refuses a
 * `mapping`. And it applies the choice to objects only, so that anything else would pass.
 */
function addDocument(ajv: Ajv2020, owner: Owner, document: JsonObject): void {
  for (const { value: schema } of walk(document, "schema")) {
    if (!isObject(schema["discriminator"])) continue;
    delete schema["discriminator"]["mapping"];
    schema["type"] = "object";
  }
  ajv.addSchema(document, owner);
}

/** As Ajv reads a reference: a pointer in the form of a fragment of a URI. */
function referenceTo(owner: Owner, pointer: string): string {
  return `${owner}#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}`;
}
