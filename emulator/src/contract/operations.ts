/** The operations of a contract, in the form in which the emulator serves them. */
import type { OperationId } from "../service/names.ts";
import {
  assumptionsOf,
  escapeSegment,
  isObject,
  type OperationPlace,
  operationsOf,
  resolvePointer,
} from "./document.ts";
import type { Json, JsonObject, OpenApiDocument } from "./json.ts";

export interface Operation {
  id: OperationId;
  /** Upper case, as on the wire. */
  method: string;
  /** Path template, for instance `/api/thing/{id}`. */
  path: string;
  /** JSON pointer to the schema of the request body, if the operation takes one. */
  requestSchema?: string;
  /** Status code of a success. */
  successStatus: number;
  /** By status code, `2XX` or `default`. */
  responses: Map<string, DescribedResponse>;
  /** The first example of a success. */
  example: JsonObject;
  /** Examples of a request by name; none for an operation without a body. */
  requestExamples: Record<string, Json>;
}

export interface DescribedResponse {
  /** JSON pointers to the schemas of the body, by media type. */
  schemas: Map<string, string>;
  /** Ids of the assumptions behind this response, as its header lists them; empty when there are none. */
  assumed: string;
}

/** All operations of the contract. */
export function listOperations(document: OpenApiDocument): Operation[] {
  return operationsOf(document).map((place) => describe(document, place));
}

function describe(document: OpenApiDocument, place: OperationPlace): Operation {
  const { operationId, method, path, pointer, node: operation } = place;
  const codes = Object.keys(operation["responses"] as JsonObject);
  const takesBody = isObject(operation["requestBody"]);
  return {
    id: operationId as OperationId,
    method: method.toUpperCase(),
    path,
    ...(takesBody && {
      requestSchema: `${pointer}/requestBody/content/application~1json/schema`,
    }),
    // The one success code that the contract names. It may name none: then it is 200, which says no more than success.
    successStatus: Number(codes.find((code) => /^2\d\d$/.test(code)) ?? 200),
    responses: new Map(codes.map((code) => [code, describeResponse(document, place, code)])),
    example: Object.values(listExamples(document, `${pointer}/responses/2XX`))[0] as JsonObject,
    requestExamples: takesBody ? listExamples(document, `${pointer}/requestBody`) : {},
  };
}

function describeResponse(
  document: OpenApiDocument,
  { pointer, node: operation }: OperationPlace,
  code: string,
): DescribedResponse {
  const own = `${pointer}/responses/${escapeSegment(code)}`;
  const response = resolve(document, own);
  const place = String(response["$ref"] ?? own);
  const { content } = resolve(document, place);
  const mediaTypes = isObject(content) ? Object.keys(content) : [];
  // A refused field is refused by the schema of the request, so what shaped that schema shaped the refusal.
  const request = code === "422" ? (operation["requestBody"] ?? {}) : {};
  const marks = { "x-assumed": operation["x-assumed"] ?? [] };
  return {
    schemas: new Map(
      mediaTypes.map((type) => [type, `${place}/content/${escapeSegment(type)}/schema`]),
    ),
    assumed: assumptionsOf(document, marks, response, request).join(", "),
  };
}

/** By name, of the request or the response at a pointer. */
function listExamples(document: OpenApiDocument, place: string): Record<string, Json> {
  const examples = resolve(document, `${place}/content/application~1json/examples`);
  return Object.fromEntries(
    (Object.entries(examples) as [string, JsonObject][]).map(([name, example]) => {
      const { value } = example["$ref"] ? resolve(document, String(example["$ref"])) : example;
      return [name, value as Json];
    }),
  );
}

function resolve(document: OpenApiDocument, pointer: string): JsonObject {
  return resolvePointer(document, pointer) as JsonObject;
}

/** The response that describes a status code: the exact one, its class, or `default`. */
export function responseFor(
  { responses }: Operation,
  status: number,
): DescribedResponse | undefined {
  return (
    responses.get(String(status)) ??
    responses.get(`${Math.floor(status / 100)}XX`) ??
    responses.get("default")
  );
}
