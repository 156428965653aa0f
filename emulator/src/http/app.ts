/** The HTTP server: routing and refusals. Everything else is in the rooms beside it. */
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Socket } from "node:net";
import type { Service } from "../service.ts";
import { addApi } from "./api.ts";
import { notFound, Problem, problemMediaType } from "./problem.ts";
import { bodyLimitBytes, requireJson, tooLarge, wrongMediaType } from "./read-body.ts";
import { readJson } from "./read-json.ts";
import { defect } from "./send.ts";

/** No route has a schema for fastify, which loads its compilers all the same unless it has others. */
const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

/** A longer path leads nowhere that exists. */
const longestParameter = 4096;

/** Builds the server without the control plane. */
export function buildApp(service: Service): FastifyInstance {
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: longestParameter },
    exposeHeadRoutes: false,
    schemaController: withoutSchemas,
    frameworkErrors: (error, request, reply) => refuse(service, error, request, reply),
    clientErrorHandler: refuseBrokenHttp,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    try {
      requireJson(request.headers["content-type"]);
      done(null, readJson(bytes as Buffer));
    } catch (error) {
      done(error as Problem);
    }
  });
  app.setErrorHandler((error: FastifyError | Problem, request, reply) =>
    refuse(service, error, request, reply),
  );
  app.setNotFoundHandler((request) => {
    throw notFound(`There is nothing at ${request.method} ${request.url.split("?")[0]}.`);
  });
  addApi(app, service);
  return app;
}

function refuseSchema(): never {
  throw new Error("What is checked is checked against the contract, not by fastify");
}

/** A request that was meant for the API and met no operation: a misspelt path is worth seeing. */
function recordStray({ requests, clock }: Service, request: FastifyRequest, status: number): void {
  const { method, url, headers } = request;
  if (!url.startsWith("/api")) return;
  const atMs = clock.now();
  const record = requests.add({ atMs, method, url, operation: null, headers, status: null });
  requests.end(record, status);
}

/** Refuses what is no request to an operation. */
function refuse(
  service: Service,
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = error instanceof Problem ? error : toProblem(error);
  recordStray(service, request, problem.status);
  if (service.profile === "strict" && !request.url.startsWith("/emulator"))
    reply.code(problem.status).headers(problem.headers).send();
  else sendPlainRefusal(reply, problem);
}

/** Sends a refusal outside the contract, where no reading of a gap and no fault applies. */
function sendPlainRefusal(reply: FastifyReply, problem: Problem): void {
  reply.code(problem.status).headers(problem.headers);
  // Bytes, because fastify adds a charset to the media type of a text.
  const bytes = Buffer.from(JSON.stringify(problem.toBody()));
  reply.header("content-type", problemMediaType).send(bytes);
}

/** What fastify refuses by itself, in the words of the emulator. */
function toProblem(error: FastifyError): Problem {
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return wrongMediaType();
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge();
    case "FST_ERR_MAX_PARAM_LENGTH":
      return notFound("There is nothing at this path.");
    default:
      if ((error.statusCode ?? 500) >= 500) return defect(error.stack ?? error.message);
      return new Problem({ status: 400, code: "malformed_request", detail: error.message });
  }
}

/** Answers bytes that are no HTTP request. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const problem = new Problem({
    status: 400,
    code: "malformed_request",
    detail: `This is no HTTP request: ${error.message}`,
  });
  const body = JSON.stringify(problem.toBody());
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
