/** What the responses about one job must agree on, however many of them there are. */
import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type OpenApiDocument } from "openapi-gaps/document";
import { type Match, toBody } from "openapi-gaps/evidence";
import { hasEnded } from "./contract.ts";
import type { CreatedJob, Exchange } from "./result.ts";

interface KnownJob {
  /** The operation that created it; undefined when it was only read. */
  creator: string | undefined;
  /** The body that created it; undefined when it was only read. */
  sent: unknown;
  /** What the first poll said, and every other has to repeat. */
  fixed: JsonObject;
  /** Whether it was seen rendering: before that, it may wait. */
  hasRendered: boolean;
}

/** Fields of a job that do not change while it runs, as the specification describes them. */
const fixedFields = ["job_type", "project_name"];

/** A statement of the specification about a response. */
type Statement = [place: string, statement: string, holds: boolean];

export class Jobs {
  readonly #document: OpenApiDocument;
  readonly #known = new Map<string, KnownJob>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Statements about the response, in the light of earlier responses. */
  statements({ operation, parameters }: Match, { request, response }: Exchange): Statement[] {
    const { json } = response;
    if (!isObject(json)) return [];
    if (operation.method === "post")
      return this.#created(operation.operationId, request.json, json);
    const id = parameters["job_id"];
    return id === undefined ? [] : this.#read(id, json);
  }

  /** Keeps a job that was created by a request that need not, or must not, be taken: it may cost as much as any other. */
  keep({ operation }: Match, { request, response }: Exchange): void {
    if (operation.method === "post" && isObject(response.json))
      this.#created(operation.operationId, request.json, response.json);
  }

  /** The jobs that were created, in their order. */
  created(): CreatedJob[] {
    return [...this.#known].flatMap(([id, { creator }]) =>
      creator === undefined ? [] : [{ id, operation: creator }],
    );
  }

  /** The operation that has created the job which is read, where that is known. */
  creatorOf(parameters: Match["parameters"], { creator }: Exchange): string | undefined {
    const id = parameters["job_id"];
    return creator ?? (id === undefined ? id : this.#known.get(id)?.creator);
  }

  #created(creator: string, sent: unknown, job: JsonObject): Statement[] {
    const { job_id: id, status, output, input, project_name: name, data_json: data } = job;
    const statements: Statement[] = [];
    if (typeof id === "string") {
      statements.push(["/job_id", "the job has an identifier", id !== ""]);
      const other = this.#known.get(id);
      // Whether the same request again starts a second job is an open gap.
      const isNew = !other || other.sent === undefined || isDeepStrictEqual(other.sent, sent);
      if (id !== "") statements.push(["/job_id", "no other job has its identifier", isNew]);
      if (!other) this.#known.set(id, { creator, sent, fixed: {}, hasRendered: false });
    }
    if (status === "rendering" && output !== undefined)
      statements.push(["/output", "the output is empty while the job is rendering", output === ""]);
    if (typeof data === "string") {
      const isJson = data !== "" && toBody("application/json", data).unread !== "not JSON";
      statements.push(["/data_json", "data_json is JSON", isJson]);
    }
    if (!isObject(sent)) return statements;
    for (const [field, value] of Object.entries(isObject(input) ? input : {})) {
      const isSame = echoes(value, sent[field]);
      if (field in sent)
        statements.push([`/input/${field}`, `${field} is echoed as it was sent`, isSame]);
    }
    if (typeof name === "string" && "project_name" in sent)
      statements.push(["/project_name", givenName, name === sent["project_name"]]);
    return statements;
  }

  #read(id: string, job: JsonObject): Statement[] {
    const unknown = { creator: undefined, sent: undefined, fixed: {}, hasRendered: false };
    const known: KnownJob = this.#known.get(id) ?? unknown;
    this.#known.set(id, known);
    const statements: Statement[] = [
      ["/job_id", "the job is the one that was asked for", job["job_id"] === id],
    ];
    const { status } = job;
    known.hasRendered ||= status === "rendering";
    if (typeof status === "string" && known.hasRendered && hasEnded(this.#document, status)) {
      const statement = "the output is no empty string once the job has ended";
      statements.push(["/output", statement, job["output"] !== ""]);
    }
    for (const field of fixedFields) {
      const value = job[field];
      if (typeof value !== "string") continue;
      const holds = value === (known.fixed[field] ??= value);
      statements.push([`/${field}`, `${field} stays the same`, holds]);
    }
    const given = isObject(known.sent) ? known.sent["project_name"] : undefined;
    const name = job["project_name"];
    if (typeof given === "string" && typeof name === "string")
      statements.push(["/project_name", givenName, name === given]);
    return statements;
  }
}

/** An echo may have some of what was sent, and more than that; what it has of it is the same. */
function echoes(echo: unknown, sent: unknown): boolean {
  if (!isObject(echo) || !isObject(sent)) return isDeepStrictEqual(echo, sent);
  return Object.keys(echo).every((name) => !(name in sent) || echoes(echo[name], sent[name]));
}

const givenName = "the project has the name it was given";
