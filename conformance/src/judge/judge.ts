/**
 * Judges exchanges, whoever recorded them: each answer by the contract, all answers about one job
 * together, and what a request was meant to become.
 */
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import type { BaseAddress } from "../base-address.ts";
import { type Exchange, isSuccess, isUnseen, wrongCredentials } from "../exchange.ts";
import type { Match } from "../operations.ts";
import { ContractCheck, type Problem } from "./contract-check.ts";
import { toCurl } from "./curl.ts";
import type { CreatedJob, Disagreement, News } from "./finding.ts";
import { Jobs } from "./jobs.ts";

/** What one exchange has shown. */
export interface Judgement {
  held: string[];
  disagreements: Disagreement[];
}

/** Stands for a gap, where the specification leaves to the service what it does with a request. */
const undecided = "undecided by the specification";

/** The story of exchanges that no run has made. */
const recordedStory = "recording";

export class Judge {
  readonly #base: BaseAddress;
  readonly #check: ContractCheck;
  readonly #jobs = new Jobs();
  readonly #news = new Map<string, News>();
  /** Exchanges that were calls of an operation. */
  recognised = 0;

  constructor(document: OpenApiDocument, base: BaseAddress) {
    this.#base = base;
    this.#check = ContractCheck.of(document);
  }

  /** Undefined for an exchange that is no call of an operation at the base address. */
  judge(exchange: Exchange): Judgement | undefined {
    const path = this.#base.pathBelow(exchange);
    if (path === undefined) return undefined;
    const match = this.#check.match(exchange.method, path);
    if (!match) {
      this.#addNews(this.#check.newsOfPath(path, exchange));
      return undefined;
    }
    this.recognised++;
    const { operation } = match;
    const { operationId } = operation;
    const held: string[] = [];
    const problems = this.#problems(match, exchange, held);
    this.#addNews(this.#newsOf(match, exchange));
    const disagreements = problems.map(({ place, problem }) =>
      this.disagreement(operationId, place, problem, exchange),
    );
    return { held, disagreements };
  }

  /** What was wrong with an answer, in the form of the reports. */
  disagreement(
    operation: string,
    place: string,
    problem: string,
    exchange: Exchange,
  ): Disagreement {
    const path = this.#base.pathBelow(exchange) ?? exchange.path;
    const { story = recordedStory } = exchange;
    return { story, operation, place, problem, curl: toCurl(this.#base, path, exchange) };
  }

  #addNews(news: News[]): void {
    for (const item of news) this.#news.set(`${item.gap} ${item.operation} ${item.what}`, item);
  }

  news(): News[] {
    return [...this.#news.values()];
  }

  createdJobs(): CreatedJob[] {
    return this.#jobs.created();
  }

  #problems(match: Match, exchange: Exchange, held: string[]): Problem[] {
    const { operation } = match;
    if (exchange.failure !== undefined) return [{ place: "connection", problem: exchange.failure }];
    const expectation = problemOfStatus(exchange);
    // Whatever such an answer holds, the request should never have come so far.
    if (expectation?.isFinal) return [expectation];
    const problems: Problem[] = expectation ? [expectation] : [];
    const isUndecided = exchange.expects === "undecided" || this.#isOther(match, exchange);
    if (exchange.expects !== "refusal" && !isUndecided)
      problems.push(...this.#check.requestProblems(operation, exchange.request.json));
    if (!isSuccess(exchange)) {
      if (exchange.expects === "refusal")
        held.push(`${operation.operationId} refuses what it has to refuse`);
      return problems;
    }
    // What a service makes of a request that it need not take is its own.
    if (isUndecided) return problems;
    const ofAnswer = this.#check.answerProblems(operation, exchange);
    if (ofAnswer.length === 0 && !isUnseen(exchange.response))
      held.push(`${operation.operationId} answers within the contract`);
    for (const { place, statement, holds } of this.#jobs.statements(match, exchange)) {
      if (holds) held.push(statement);
      else ofAnswer.push({ place, problem: `does not hold: ${statement}` });
    }
    return [...problems, ...ofAnswer];
  }

  /** Whether a job is read that another operation has created than the one that is read back here. */
  #isOther({ operation, parameters }: Match, exchange: Exchange): boolean {
    const creator = this.#jobs.creatorOf(parameters, exchange);
    const { reader, own } = this.#check.jobs;
    return operation === reader && creator !== undefined && creator !== own.operationId;
  }

  #newsOf(match: Match, exchange: Exchange): News[] {
    const { operation } = match;
    const { operationId } = operation;
    if (exchange.failure !== undefined) return [];
    if (this.#isOther(match, exchange)) {
      const creator = this.#jobs.creatorOf(match.parameters, exchange);
      return this.#check.newsOfOtherJob(`a job of ${creator}`, exchange);
    }
    const news = this.#check.news(operation, exchange);
    if (exchange.expects !== "undecided" || exchange.story === undefined) return news;
    const became = isSuccess(exchange) ? "takes" : "refuses";
    return [
      ...news,
      { gap: undecided, operation: operationId, what: `${became} ${exchange.story}` },
    ];
  }
}

function problemOfStatus(exchange: Exchange) {
  const { credential, expects, status } = exchange;
  if (credential !== undefined && credential !== "token" && isSuccess(exchange)) {
    return {
      place: "status",
      problem: `a request ${wrongCredentials[credential]} must fail, and is ${status}`,
      isFinal: true,
    };
  }
  if (expects === "refusal" && isSuccess(exchange))
    return { place: "status", problem: `must be refused, and is ${status}`, isFinal: true };
  const isMissing = expects === "possible" && status >= 400 && status < 500;
  if ((expects === "success" || expects === "possible") && !isSuccess(exchange) && !isMissing)
    return { place: "status", problem: `must be a success, and is ${status}`, isFinal: false };
  return undefined;
}
