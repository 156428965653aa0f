/** Holds answers against the contract, and against its strict copy. */
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { formats } from "../../../gaps/src/document/formats.ts";
import { jsonType } from "../../../gaps/src/document/message.ts";
import { escapeSegment, valueAt } from "../../../gaps/src/document/pointer.ts";
import { strictCopy } from "../../../scripts/contract/strict.ts";
import { type ErrorObject, Validators } from "../../../gaps/src/document/validators.ts";
import { type Exchange, isSuccess, isUnseen } from "../exchange.ts";
import { observableGaps } from "../evidence.ts";
import { gapsAt } from "../observe/gaps-at.ts";
import { formatOf, isFieldName, nameMediaType, typeOf } from "../observe/words.ts";
import {
  type JobReader,
  jobReader,
  type Match,
  matchOperations,
  openPathsOf,
  type Operation,
  operationsOf,
} from "../operations.ts";
import { nameOf } from "../propose/proposal.ts";
import type { Disagreement, News } from "./finding.ts";
import { schemaPlaceOf } from "./schema-place.ts";

export type Problem = Pick<Disagreement, "place" | "problem">;

const checks = new WeakMap<OpenApiDocument, ContractCheck>();

const options = { formats, allErrors: true };

/** Compiled once, used for every answer. */
export class ContractCheck {
  readonly operations: Operation[];
  readonly jobs: JobReader;
  readonly #document: OpenApiDocument;
  readonly #match: (method: string, path: string) => Match | undefined;
  readonly #open: Validators;
  readonly #strict: Validators;
  readonly #gapKinds: Map<string, string>;

  /** The check of a contract; compiling one takes longer than a whole run. */
  static of(document: OpenApiDocument): ContractCheck {
    const known = checks.get(document);
    if (known) return known;
    const made = new ContractCheck(document);
    checks.set(document, made);
    return made;
  }

  private constructor(document: OpenApiDocument) {
    this.#document = document;
    this.operations = operationsOf(document);
    this.jobs = jobReader(this.operations);
    this.#match = matchOperations(this.operations);
    this.#open = new Validators(document, options);
    this.#strict = new Validators(strictCopy(document), options);
    this.#gapKinds = new Map(observableGaps(document).map(({ gap, kind }) => [gap.id, kind]));
  }

  /** @param path below the base address */
  match(method: string, path: string): Match | undefined {
    return this.#match(method, path);
  }

  /** What of a request the contract does not allow. */
  requestErrors(operation: Operation, json: unknown): ErrorObject[] {
    const isBody = json !== undefined && operation.node["requestBody"] !== undefined;
    return isBody ? this.#open.errors(requestPointer(operation), json) : [];
  }

  requestProblems(operation: Operation, json: unknown): Problem[] {
    return this.requestErrors(operation, json)
      .map(toProblem)
      .map(({ place, problem }) => ({ place: `request ${place}`, problem }));
  }

  /** Whether a field that the contract does not name is all that is unusual about a request. */
  hasUnknownFields(operation: Operation, { request, credential = "token" }: Exchange): boolean {
    if (request.json === undefined || !operation.node["requestBody"]) return false;
    if (credential !== "token" || this.requestErrors(operation, request.json).length > 0)
      return false;
    const errors = this.#strict.errors(requestPointer(operation), request.json);
    return errors.some(({ keyword }) => keyword === "additionalProperties");
  }

  /** What of an answer the contract does not allow. A refusal may be anything. */
  answerProblems(operation: Operation, exchange: Exchange): Problem[] {
    if (!isSuccess(exchange)) return [];
    const { response } = exchange;
    const problems: Problem[] = [];
    if (response.mediaType !== jsonType) {
      const named = nameMediaType(response.mediaType);
      const problem = `must be ${jsonType}, and is ${named === "none" ? "missing" : named}`;
      problems.push({ place: "Content-Type", problem });
    }
    if (response.json !== undefined)
      problems.push(...this.#open.errors(schemaPointer(operation), response.json).map(toProblem));
    // What was not looked at is not known to be wrong.
    else if (!isUnseen(response)) {
      const what = response.unread === "not UTF-8" ? "JSON in UTF-8, as every JSON is" : "JSON";
      problems.push({ place: "body", problem: `must be ${what}` });
    }
    return problems;
  }

  /** What of an answer the contract leaves open. */
  news(operation: Operation, exchange: Exchange): News[] {
    const { operationId } = operation;
    const { status, response } = exchange;
    const responses = operation.node["responses"] as JsonObject;
    const statusNews: News[] = [];
    if (!(String(status) in responses)) {
      const gap = isSuccess(exchange) ? "success-status-codes" : "failure-status-codes";
      statusNews.push({ gap, operation: operationId, what: `status code ${status}` });
    }
    if (!isSuccess(exchange)) {
      const body = `a body of ${nameMediaType(response.mediaType)}`;
      return [...statusNews, { gap: "error-body", operation: operationId, what: body }];
    }
    const errors = this.#strict.errors(schemaPointer(operation), response.json);
    const found = errors.flatMap((error) => this.#newsOf(operation, response.json, error) ?? []);
    return [...statusNews, ...found];
  }

  /** What the answer of a path shows that the contract names without an operation. */
  newsOfPath(path: string, exchange: Exchange): News[] {
    if (exchange.method !== "GET" || exchange.failure !== undefined) return [];
    const item = openPathsOf(this.#document).includes(path)
      ? `#/paths/${escapeSegment(path)}`
      : undefined;
    if (item === undefined) return [];
    const [gap] = gapsAt(this.#document, item);
    return [{ gap, operation: `GET ${path}`, what: this.outcome(exchange) }];
  }

  /** Whether a status operation knows a job that another operation has created. */
  newsOfOtherJob(what: string, exchange: Exchange): News[] {
    const { operationId, pointer } = this.jobs.reader;
    const gap = gapsAt(this.#document, pointer).find(
      (id) => this.#gapKinds.get(id) === "other-jobs",
    );
    return [{ gap, operation: operationId, what: `${what}: ${this.outcome(exchange)}` }];
  }

  /** `refused 404`, or which operation answers as this answer does. */
  outcome({ status, response }: Exchange): string {
    if (!isSuccess({ status })) return `refused ${status}`;
    const alike = this.operations.find(
      (operation) =>
        operation.method === "get" &&
        response.json !== undefined &&
        this.#open.errors(schemaPointer(operation), response.json).length === 0,
    );
    return `taken ${status}, ${alike ? `as ${alike.operationId} answers` : "as no operation answers"}`;
  }

  #newsOf(
    operation: Operation,
    body: unknown,
    { keyword, instancePath, params }: ErrorObject,
  ): News | undefined {
    const place = schemaPlaceOf(this.#document, schemaPointer(operation), instancePath);
    const gaps = gapsAt(this.#document, place);
    const news = (kinds: string[], what: string, path: string): News => ({
      gap: gaps.find((id) => kinds.includes(this.#gapKinds.get(id) ?? "")) ?? gaps[0],
      operation: operation.operationId,
      what: `${what}, ${shapeOf(valueAt(body, `#${path}`))}`,
    });
    if (keyword === "additionalProperties") {
      const name = String(params["additionalProperty"]);
      const field = isFieldName(name) ? name : "whose name is not shown";
      const path = `${instancePath}/${escapeSegment(name)}`;
      return news(["fields", "echo"], `field ${field} of ${nameOf(place)}`, path);
    }
    if (keyword === "enum")
      return news(["values", "states"], `a new value for ${nameOf(place)}`, instancePath);
    return undefined;
  }
}

/** Distinguishes two kinds of news, without a value. */
function shapeOf(value: unknown): string {
  if (typeof value !== "string") return typeOf(value);
  const form = formatOf(value);
  return form === "word" ? `a word of ${value.length} letters` : `a string (${form})`;
}

const ofJson = `content/${escapeSegment(jsonType)}/schema`;

const requestPointer = ({ pointer }: Operation) => `${pointer}/requestBody/${ofJson}`;

const schemaPointer = ({ pointer }: Operation) => `${pointer}/responses/2XX/${ofJson}`;

function toProblem({ keyword, params, instancePath, message = keyword }: ErrorObject): Problem {
  const missing = keyword === "required" ? `/${String(params["missingProperty"])}` : "";
  return { place: `${instancePath}${missing}` || "/", problem: message };
}
