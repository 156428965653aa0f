/** The operations of a contract, in the form in which the emulator serves them. */
import type { OperationId } from "../../../generated/names.ts";
import {
  asObject,
  asObjectMap,
  escapeSegment,
  follow,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  parsePointer,
  resolved,
  toPointer,
} from "openapi-gaps/document";
import { assumptionsOf } from "./document.ts";
import type { Json, JsonObject } from "./json.ts";

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
  const { operationId, method, path, pointer, node } = place;
  const responses = asObjectMap(node["responses"]);
  const codes = Object.keys(responses);
  const body = node["requestBody"];
  const success = codes.find((code) => /^2\d\d$/.test(code));
  return {
    id: operationId as OperationId,
    method: method.toUpperCase(),
    path,
    ...(body && { requestSchema: `${pointer}/requestBody/content/application~1json/schema` }),
    // The one success code that the contract names. It may name none: then it is 200, which says no more than success.
    successStatus: Number(success ?? 200),
    responses: new Map(codes.map((code) => [code, describeResponse(document, place, code)])),
    // The overlay of the emulator describes a code without the examples of its range.
    example: asObject(
      Object.values(examplesByName(document, responses["2XX"] ?? responses[success!]))[0],
    ),
    requestExamples: examplesByName(document, asObject(body)),
  };
}

function describeResponse(
  document: OpenApiDocument,
  { pointer, node: operation }: OperationPlace,
  code: string,
): DescribedResponse {
  const response = asObject(asObject(operation["responses"])[code]);
  // A shared response may refer to another one.
  const from = [...parsePointer(pointer), "responses", code];
  const place = toPointer(follow(document, response, from)!.path);
  const mediaTypes = Object.keys(asObject(resolved(document, response)["content"]));
  // A refused field is refused by the schema of the request, so what shaped that schema shaped the refusal.
  const request = code === "422" ? (operation["requestBody"] ?? {}) : {};
  const marks = { "x-assumed": operation["x-assumed"] ?? [] };
  let assumed: string | undefined;
  return {
    schemas: new Map(
      mediaTypes.map((type) => [type, `${place}/content/${escapeSegment(type)}/schema`]),
    ),
    // Found at the first response: at the start, those of all operations take a tenth of it.
    get assumed() {
      return (assumed ??= assumptionsOf(document, marks, response, request));
    },
  };
}

/** The examples of a request or a response by name. */
function examplesByName(document: OpenApiDocument, message: JsonObject = {}): Record<string, Json> {
  const { content } = resolved(document, message);
  const { examples } = asObject(asObject(content)["application/json"]);
  return Object.fromEntries(
    Object.entries(asObjectMap(examples)).map(([name, example]) => [
      name,
      resolved(document, example)["value"] as Json,
    ]),
  );
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

/** Codes that may say the same of a request, the likeliest first. */
const kindred: Record<number, number[]> = {
  400: [400, 422],
  401: [401, 403],
  404: [404, 410, 400],
  413: [413, 400, 422],
  415: [415, 400, 422],
  422: [422, 400],
};

/** The code of a failure: where the contract names codes for it, one of them. */
export function namedFailure({ responses }: Operation, status: number): number {
  const isNamed = (code: number) => responses.has(String(code));
  return kindred[status]?.find(isNamed) ?? status;
}
