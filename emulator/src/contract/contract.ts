/** A contract, ready to serve: its document, operations and validators. */
import type { OperationId } from "../../../generated/names.ts";
import { asObjectMap, type OpenApiDocument, resolved } from "openapi-gaps/document";
import { AnsweredForm } from "./answered-form.ts";
import type { ContractName } from "./contract-files.ts";
import { readContract } from "./document.ts";
import type { JsonObject } from "./json.ts";
import { listOperations, type Operation, responseFor } from "./operations.ts";
import { createSchemas } from "./schemas.precompiled.ts";
import type { Schemas, Validate } from "./find-problems.ts";

export interface Contract {
  document: OpenApiDocument;
  operations: Operation[];
  /** The same by their ids. */
  byId: Map<string, Operation>;
  schemas: Schemas;
  /** The form that the owner of the service has said its responses have. */
  answered: AnsweredForm;
  /** Names of the request properties that hold the address of a file. */
  addressProperties: Set<string>;
}

/** Compiling takes longer than everything else at the start, and a contract holds no state: emulators share it. */
const loaded = new Map<ContractName, Contract>();

/** Has contracts loaded again, for people who edit them. */
export function forgetContracts(): void {
  loaded.clear();
}

export function loadContract(name: ContractName): Contract {
  let contract = loaded.get(name);
  if (!contract) {
    const document = JSON.parse(readContract(name)) as OpenApiDocument;
    const operations = listOperations(document);
    contract = {
      document,
      operations,
      byId: new Map(operations.map((operation) => [operation.id, operation])),
      schemas: createSchemas(name, document),
      answered: new AnsweredForm(document),
      addressProperties: findAddressProperties(document),
    };
    loaded.set(name, contract);
  }
  return contract;
}

function findAddressProperties(document: OpenApiDocument): Set<string> {
  const properties = Object.values(document.components.schemas).flatMap((schema) =>
    Object.entries(asObjectMap(schema["properties"])),
  );
  const isAddress = (schema: JsonObject) => resolved(document, schema)["format"] === "uri";
  return new Set(properties.filter(([, schema]) => isAddress(schema)).map(([name]) => name));
}

/** An operation that every contract has. */
export function operationOf({ byId }: Contract, id: OperationId): Operation {
  return byId.get(id) as Operation;
}

/** What the emulator responds with, in the form of the contract. */
export function presentSuccess({ answered }: Contract, operation: Operation, made: object): object {
  const pointer = successSchema(operation);
  return pointer === undefined ? made : (answered.present(pointer, made as JsonObject) as object);
}

/** A list as the contract shows it, with an item of each kind. */
export function exampleList({ answered }: Contract, operation: Operation): JsonObject {
  const pointer = successSchema(operation);
  return pointer === undefined ? operation.example : answered.fillLists(pointer, operation.example);
}

const successSchema = (operation: Operation) =>
  responseFor(operation, operation.successStatus)?.schemas.get("application/json");

/**
 * The validator of what an operation responds with; by default, of a success.
 *
 * @throws {Error} for a media type that the contract has not under the status code
 */
export function responseValidator(
  contract: Contract,
  id: OperationId,
  status = operationOf(contract, id).successStatus,
  mediaType = "application/json",
): Validate {
  const { schemas } = responseFor(operationOf(contract, id), status) ?? {};
  // Parameters of a media type, such as its character set, choose nothing.
  const [essence = ""] = mediaType.split(";", 1);
  const schema = schemas?.get(essence) ?? schemas?.get("*/*");
  if (schema === undefined) throw new Error(`${id} has no ${status} with ${mediaType}.`);
  return contract.schemas.at(schema);
}
