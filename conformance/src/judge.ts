/**
 * Judges the exchanges of a run: each response by the contract, all responses about one job together, and
 * what a request was meant to become.
 */
import { asObject, type OpenApiDocument, type OperationPlace } from "openapi-gaps/document";
import {
  type BaseAddress,
  Checker,
  type Contradiction as Problem,
  hasNoBody,
  isSuccess,
  isUnseen,
  type Match,
} from "openapi-gaps/evidence";
import { type JobOperations, jobOperations } from "./contract.ts";
import { Jobs } from "./jobs.ts";
import type { CreatedJob, Disagreement, Exchange, News } from "./result.ts";
import { wrongCredentials } from "./result.ts";
import { toCurl } from "./send.ts";

/** What one exchange has shown. */
export interface Judgement {
  held: string[];
  disagreements: Disagreement[];
  /** Why the response decides nothing. */
  unclear?: Unclear | undefined;
}

/** A response that says nothing about its request. */
export interface Unclear {
  because: string;
  /** Whether it may say something another time, as where the service limits its rate. */
  mayPass: boolean;
}

/** Stands for a gap, where the specification leaves to the service what it does with a request. */
export const undecided = "undecided by the specification";

export class Judge {
  readonly #base: BaseAddress;
  readonly #tokenName: string | undefined;
  readonly #checker: Checker;
  readonly #operations: JobOperations;
  readonly #jobs: Jobs;
  readonly #news = new Map<string, News>();

  /** @param tokenName the variable that holds the token, as the commands that repeat a request name it */
  constructor(document: OpenApiDocument, base: BaseAddress, tokenName?: string) {
    this.#base = base;
    this.#tokenName = tokenName;
    this.#checker = Checker.of(document);
    this.#operations = jobOperations(this.#checker.interface);
    this.#jobs = new Jobs(document);
  }

  judge(exchange: Exchange): Judgement {
    const path = this.#base.pathBelow(exchange) ?? exchange.path;
    const match = this.#checker.interface.match(exchange.method, path);
    if (!match) return { held: [], disagreements: [] };
    const held: string[] = [];
    const problems = this.#problems(match, exchange, held);
    this.#addNews(match, exchange);
    const { operationId } = match.operation;
    const disagreements = problems.map((problem) =>
      this.disagreement(operationId, problem, exchange),
    );
    return { held, disagreements, unclear: unclearStatus(exchange) };
  }

  /** What was wrong with a response, in the form of the reports. */
  disagreement(operation: string, { place, problem }: Problem, exchange: Exchange): Disagreement {
    const curl = toCurl(exchange, this.#tokenName);
    return { purpose: exchange.purpose, operation, place, problem, curl };
  }

  /** What only a run can tell, which knows what it has intended. */
  news(): News[] {
    return [...this.#news.values()];
  }

  createdJobs(): CreatedJob[] {
    return this.#jobs.created();
  }

  #problems(match: Match, exchange: Exchange, held: string[]): Problem[] {
    const { operation } = match;
    const { expects, failure } = exchange;
    if (failure !== undefined) return [{ place: "connection", problem: failure }];
    const expectation = problemOfStatus(exchange);
    const isUndecided = expects === "undecided" || this.#isOther(match, exchange);
    if (isSuccess(exchange) && (isUndecided || expectation?.isFinal))
      this.#jobs.keep(match, exchange);
    // Whatever such a response holds, the request should never have come so far.
    if (expectation?.isFinal) return [expectation];
    const problems: Problem[] = expectation ? [expectation] : [];
    if (expects !== "refusal" && !isUndecided)
      problems.push(...this.#checker.requestProblems(operation, exchange));
    if (!isSuccess(exchange)) {
      if (expects === "refusal" && unclearStatus(exchange) === undefined)
        held.push(`${operation.operationId} refuses what it has to refuse`);
      return problems;
    }
    // What a service makes of a request that it need not take is its own.
    if (isUndecided) return problems;
    const ofResponse = [
      ...problemsOfCode(operation, exchange),
      ...this.#checker.responseProblems(operation, exchange),
    ];
    // HTTP has no body there, and the contract describes one for every success.
    if (hasNoBody(exchange)) ofResponse.push({ place: "body", problem: "must be there" });
    if (ofResponse.length === 0 && !isUnseen(exchange.response))
      held.push(`${operation.operationId} responds within the contract`);
    for (const [place, statement, holds] of this.#jobs.statements(match, exchange)) {
      if (holds) held.push(statement);
      else ofResponse.push({ place, problem: `does not hold: ${statement}` });
    }
    return [...problems, ...ofResponse];
  }

  /** Whether a job is read that another operation has created than the one that is read back here. */
  #isOther({ operation, parameters }: Match, exchange: Exchange): boolean {
    const creator = this.#jobs.creatorOf(parameters, exchange);
    const { reader, own } = this.#operations;
    return operation === reader && creator !== undefined && creator !== own.operationId;
  }

  #addNews(match: Match, exchange: Exchange): void {
    const { operationId: operation, pointer } = match.operation;
    const { expects, doubt, failure, purpose } = exchange;
    const unclear = unclearStatus(exchange);
    if (failure !== undefined || unclear?.mayPass) return;
    const add = (item: Omit<News, "operation">) =>
      this.#news.set(`${operation} ${item.what}`, { ...item, operation });
    if (this.#isOther(match, exchange)) {
      const creator = this.#jobs.creatorOf(match.parameters, exchange);
      const gap = this.#checker.gapAt([pointer])?.id;
      add({ gap, what: `a job of ${creator}: status code ${exchange.status}` });
    } else if (expects === "undecided" && doubt !== undefined) {
      const what = `${isSuccess(exchange) ? "takes" : "refuses"} ${purpose}`;
      add({ gap: undecided, what, doubt });
    } else if (unclear) {
      const what = `refuses ${purpose}, or fails: status code ${exchange.status}`;
      add({ gap: undecided, what, doubt: "a status that need not be a refusal" });
    }
  }
}

/** Statuses that speak of credentials, of the method or of the moment, and not of what was sent. */
export const ofOtherReasons = [401, 403, 405, 408, 429];

/** Why a status decides nothing about the request. Which one a refusal has is not documented. */
function unclearStatus(exchange: Exchange): Unclear | undefined {
  const { credential, expects, failure, method, purpose, response, status } = exchange;
  if (isSuccess({ status }) && isUnseen(response))
    return {
      because: `${purpose} gets a body that was not read: ${response.unread}`,
      mayPass: true,
    };
  if (failure !== undefined || isSuccess({ status })) return undefined;
  const isOfMoment = status === 408 || status === 429;
  const others = method === "GET" ? ofOtherReasons : [...ofOtherReasons, 404];
  const ofBody = status >= 400 && status < 500 && !others.includes(status);
  const decides = {
    success: !isOfMoment,
    possible: !ofOtherReasons.includes(status),
    undecided: !isOfMoment,
    refusal: credential === "token" ? ofBody : status === 401 || status === 403,
  };
  const shows = expects === "refusal" ? "no refusal" : "nothing about the request";
  if (decides[expects]) return undefined;
  const mayPass = isOfMoment || expects !== "refusal";
  return { because: `${purpose} gets ${status}, which shows ${shows}`, mayPass };
}

/** The codes of success that an operation names, without a range, are all that it has: `default` describes failures. */
function problemsOfCode({ node }: OperationPlace, { status }: Exchange): Problem[] {
  const codes = Object.keys(asObject(node["responses"])).filter((code) => code.startsWith("2"));
  if (codes.length === 0 || codes.includes("2XX") || codes.includes(String(status))) return [];
  return [{ place: "status", problem: `must be ${codes.join(" or ")}, and is ${status}` }];
}

function problemOfStatus(exchange: Exchange) {
  const { credential = "token", expects, status } = exchange;
  const succeeded = isSuccess({ status });
  if (expects === "refusal" && succeeded) {
    const isBody = credential === "token";
    const must = isBody ? "must be refused" : `a request ${wrongCredentials[credential]} must fail`;
    return { place: "status", problem: `${must}, and is ${status}`, isFinal: true };
  }
  const isMissing = expects === "possible" && status >= 400 && status < 500;
  const isMeant = (expects === "success" || expects === "possible") && !isMissing;
  if (isMeant && !succeeded && unclearStatus(exchange) === undefined)
    return { place: "status", problem: `must be a success, and is ${status}`, isFinal: false };
  return undefined;
}
