/** The shapes of JSON and of a contract. They stand in the types of the package, which has none of the model. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** An OpenAPI 3.1 document in one file, with local references only. */
export type OpenApiDocument = JsonObject & {
  info: JsonObject & { version: string };
  paths: { [path: string]: JsonObject };
  components: { schemas: { [name: string]: JsonObject } } & JsonObject;
};

/** `service` is what the interface specification states; `emulator` is that, narrowed by the emulator's assumptions. */
export type ContractName = "service" | "emulator";
