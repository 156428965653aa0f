/** Holds answers against the contract, and against its strict copy. */
import type { JsonObject, OpenApiDocument } from "../../../scripts/contract/document.ts";
import { formats } from "../../../scripts/contract/formats.ts";
import { escapeSegment, valueAt } from "../../../scripts/contract/pointer.ts";
import { strictCopy } from "../../../scripts/contract/strict.ts";
import { type ErrorObject, Validators } from "../../../scripts/contract/validators.ts";
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

type Problem = Pick<Disagreement, "operation" | "place" | "problem">;

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

  /** Keywords of the contract that a request does not satisfy, the first problem first. */
  requestKeywords(operation: Operation, { request }: Exchange): string[] {
    if (request.json === undefined || !operation.node["requestBody"]) return [];
    return this.#open.errors(requestPointer(operation), request.json).map(({ keyword }) => keyword);
  }

  /** Whether a field that the contract does not name is all that is unusual about a request. */
  hasUnknownFields(operation: Operation, { request, credential }: Exchange): boolean {
    if (request.json === undefined || !operation.node["requestBody"]) return false;
    if (credential !== undefined && credential !== "token") return false;
    const pointer = requestPointer(operation);
    if (this.#open.errors(pointer, request.json).length > 0) return false;
    const errors = this.#strict.errors(pointer, request.json);
    return errors.some(({ keyword }) => keyword === "additionalProperties");
  }

  /** What of a request the contract does not allow. */
  requestProblems(operation: Operation, json: unknown): Problem[] {
    if (json === undefined || !operation.node["requestBody"]) return [];
    return this.#open.errors(requestPointer(operation), json).map((error) => ({
      operation: operation.operationId,
      place: `request ${error.instancePath || "/"}${missingName(error)}`,
      problem: error.message ?? error.keyword,
    }));
  }

  /** What of an answer the contract does not allow. A refusal may be anything. */
  answerProblems(operation: Operation, exchange: Exchange): Problem[] {
    if (!isSuccess(exchange)) return [];
    const { response } = exchange;
    const { operationId } = operation;
    const problems: Problem[] = [];
    if (response.mediaType !== "application/json") {
      const named = nameMediaType(response.mediaType);
      problems.push({
        operation: operationId,
        place: "Content-Type",
        problem: `must be application/json, and is ${named === "none" ? "missing" : named}`,
      });
    }
    if (response.json === undefined) {
      // What was not looked at is not known to be wrong.
      if (isUnseen(response)) return problems;
      const what = response.unread === "not UTF-8" ? "JSON in UTF-8, as every JSON is" : "JSON";
      problems.push({ operation: operationId, place: "body", problem: `must be ${what}` });
      return problems;
    }
    const errors = this.#open.errors(schemaPointer(operation), response.json);
    return [
      ...problems,
      ...errors.map((error) => ({
        operation: operationId,
        place: `${error.instancePath || "/"}${missingName(error)}`,
        problem: error.message ?? error.keyword,
      })),
    ];
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
    const about = (...kinds: string[]) =>
      gaps.find((id) => kinds.includes(this.#gapKinds.get(id) ?? "")) ?? gaps[0];
    const { operationId } = operation;
    if (keyword === "additionalProperties") {
      const name = String((params as { additionalProperty?: string }).additionalProperty);
      const field = isFieldName(name) ? name : "whose name is not shown";
      return {
        gap: about("fields", "echo"),
        operation: operationId,
        what: `field ${field} of ${nameOf(place)}, ${shapeOf(valueAt(body, `#${instancePath}/${escapeSegment(name)}`))}`,
      };
    }
    if (keyword === "enum") {
      return {
        gap: about("values", "states"),
        operation: operationId,
        what: `a new value for ${nameOf(place)}, ${shapeOf(valueAt(body, `#${instancePath}`))}`,
      };
    }
    return undefined;
  }
}

/** Distinguishes two kinds of news, without a value. */
function shapeOf(value: unknown): string {
  if (typeof value !== "string") return typeOf(value);
  const form = formatOf(value);
  return form === "word" ? `a word of ${value.length} letters` : `a string (${form})`;
}

function requestPointer({ pointer }: Operation): string {
  return `${pointer}/requestBody/content/application~1json/schema`;
}

function schemaPointer({ pointer }: Operation): string {
  return `${pointer}/responses/2XX/content/application~1json/schema`;
}

function missingName({ keyword, params, instancePath }: ErrorObject): string {
  if (keyword !== "required") return "";
  const { missingProperty } = params as { missingProperty: string };
  return `${instancePath === "" ? "" : "/"}${missingProperty}`;
}
