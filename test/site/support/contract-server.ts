/**
 * Answers as the contract says, and refuses what it forbids: enough of a service to run samples
 * against.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject, type JsonObject, resolvePointer } from "../../../scripts/document.ts";
import { contract, type Operation, operationsOf, validatorOf } from "../../support/contract.ts";

const validator = validatorOf(contract);

/**
 * How often a job is read back as `rendering` before it changes to a status that no document names.
 */
const readsWhileRendering = 1;

/** Use with `await using`. */
export class ContractServer implements AsyncDisposable {
  readonly address: string;
  readonly token = "token-of-the-samples";
  /** Operations that were called with a request the contract allows, in their order. */
  readonly calls: string[] = [];
  /** What the contract forbids about the requests that came. */
  readonly objections: string[] = [];
  readonly #close: () => Promise<void>;
  #reads = 0;

  private constructor(address: string, close: () => Promise<void>) {
    this.address = address;
    this.#close = close;
  }

  static async start(): Promise<ContractServer> {
    const server = createServer((request, response) => void self.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const self = new ContractServer(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    });
    return self;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const objection = this.#objectionTo(request, Buffer.concat(chunks).toString());
    if (objection) {
      this.objections.push(objection);
      response.writeHead(400, { "content-type": "text/plain" }).end(objection);
      return;
    }
    const operation = findOperation(request) as Operation;
    this.calls.push(operation.operationId);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(this.#resultOf(operation)));
  }

  #objectionTo(request: IncomingMessage, body: string): string | undefined {
    const operation = findOperation(request);
    if (!operation) return `There is no ${request.method} ${request.url}`;
    if (request.headers.authorization !== `Bearer ${this.token}`) return "The token is not there";
    if (!operation.node["requestBody"]) return undefined;
    if (request.headers["content-type"] !== "application/json") return "The body is not JSON";
    const media = "requestBody/content/application~1json/schema";
    const validate = validator(`${operation.pointer}/${media}`);
    return validate(JSON.parse(body)) ? undefined : JSON.stringify(validate.errors);
  }

  #resultOf({ operationId, node }: Operation): JsonObject {
    const result = exampleOf(node);
    if (operationId !== "getHpJob") return result;
    this.#reads += 1;
    return this.#reads > readsWhileRendering ? { ...result, status: "status-of-a-sample" } : result;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

function findOperation({ method = "", url = "" }: IncomingMessage): Operation | undefined {
  return operationsOf(contract).find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(url),
  );
}

/** The first example of a success. */
function exampleOf(operation: JsonObject): JsonObject {
  const responses = operation["responses"] as { "2XX": { content: Record<string, JsonObject> } };
  const [media] = Object.values(responses["2XX"].content);
  const [example] = Object.values((media?.["examples"] ?? {}) as Record<string, JsonObject>);
  const reference = String(example?.["$ref"]);
  const { value } = resolvePointer(contract, reference);
  if (!isObject(value)) throw new Error(`${reference} has no value`);
  return value;
}
