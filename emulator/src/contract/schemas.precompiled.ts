/**
 * Validators of schemas. In the source Ajv makes each at its first use. The package has the code that Ajv writes, and no Ajv: the
 * bundler puts what {@link precompile} returns in the place of this module.
 */
import { _, Ajv2020, type Options } from "ajv/dist/2020.js";
import { schemas as controlSchemas } from "../check/schemas.ts";
import { isObject, reachableFrom, readContract } from "./document.ts";
import { formats } from "./formats.ts";
import type { ContractName, JsonObject, OpenApiDocument } from "./json.ts";
import { listOperations } from "./operations.ts";
import type { Schemas, Validate } from "./field-problems.ts";

/** Whose schemas they are. */
type Owner = ContractName | "control";

export function createSchemas(owner: Owner, document: JsonObject): Schemas {
  const ajv = createAjv().addSchema(prepare(owner, document), owner);
  return { at: (pointer) => ajv.getSchema(referenceTo(owner, pointer)) as Validate };
}

/**
 * This module with the schemas that an emulator asks for, compiled.
 *
 * @public called by the build of packages
 */
export async function precompile(): Promise<string> {
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const ajv = createAjv({ code: { source: true, esm: true, formats: _`formats` } });
  const references: Record<string, string> = {};
  const tables = listOwners().map(([owner, document, pointers]) => {
    ajv.addSchema(prepare(owner, document), owner);
    const entries = pointers.map((pointer) => {
      const name = `validate_${Object.keys(references).length}`;
      references[name] = referenceTo(owner, pointer);
      return `${JSON.stringify(pointer)}: ${name}`;
    });
    return `${owner}: { ${entries.join(", ")} }`;
  });
  const imports: string[] = [];
  const code = standalone.default(ajv, references).replaceAll(
    // Ajv takes its helpers as CommonJS does, also in a module.
    /require\("(ajv\/[^"]+)"\)\.default/g,
    (_call, path: string) => {
      const name = `helper_${imports.length}`;
      imports.push(`import ${name} from ${JSON.stringify(`${path}.js`)};`);
      return `${name}.default`;
    },
  );
  return [
    `import { formats } from "./formats.ts";`,
    ...imports,
    code.replaceAll("export const ", "const "),
    `const tables = { ${tables.join(", ")} };`,
    `export const createSchemas = (owner) => ({ at: (pointer) => tables[owner][pointer] });`,
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

function prepare(owner: Owner, document: JsonObject): JsonObject {
  return owner === "control" ? document : prepareDiscriminators(document as OpenApiDocument);
}

/**
 * A copy of a document with its discriminators fitted to Ajv. It reads their values from the `const` of each branch and refuses a
 * `mapping`. And it applies the choice to objects only, so that anything else would pass.
 */
function prepareDiscriminators(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const schema of reachableFrom(copy, copy.components.schemas)) {
    const discriminator = schema["discriminator"];
    if (!isObject(discriminator)) continue;
    delete discriminator["mapping"];
    schema["type"] = "object";
  }
  return copy;
}

/** As Ajv reads a reference: a pointer in the form of a fragment of a URI. */
function referenceTo(owner: Owner, pointer: string): string {
  return `${owner}#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}`;
}

/** All documents, and the pointers of what an emulator validates by them: requests, answers, and what a program tells it. */
function listOwners(): [Owner, JsonObject, string[]][] {
  const contracts = (["service", "emulator"] as const).map(
    (name): [Owner, JsonObject, string[]] => {
      const document = JSON.parse(readContract(name)) as OpenApiDocument;
      const pointers = listOperations(document).flatMap(({ requestSchema, responses }) => [
        ...(requestSchema === undefined ? [] : [requestSchema]),
        ...[...responses.values()].flatMap(({ schemas }) => [...schemas.values()]),
      ]);
      return [name, document, [...new Set(pointers)]];
    },
  );
  return [
    ...contracts,
    ["control", controlSchemas, Object.keys(controlSchemas).map((name) => `#/${name}`)],
  ];
}
