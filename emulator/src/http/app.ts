/** The HTTP server: routing and refusals. Everything else is in the rooms beside it. */
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Socket } from "node:net";
import type { Service } from "../service.ts";
import { addApi, wrongMediaType } from "./api.ts";
import { notFound, Problem, problemMediaType } from "./problem.ts";
import type { RequestRecord } from "./request-log.ts";
import { readJson } from "./read-json.ts";
import { defect, sendRefusal, toPayload } from "./send.ts";

/** The assumption `body-limit-1-mib`. */
const bodyLimitBytes = 1024 * 1024;

/** A longer path leads nowhere that exists. */
const longestParameter = 4096;

/** Builds the server without the control plane. */
export function buildApp(service: Service): FastifyInstance {
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: longestParameter },
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => void sendPlainRefusal(reply, toProblem(error)),
    clientErrorHandler: refuseBrokenHttp,
  });
  app.decorateRequest("exchange", null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    if (request.exchange) request.exchange.record.raw = bytes as Buffer;
    if (!isUtf8Charset(request.headers["content-type"])) return done(wrongMediaType());
    try {
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
  app.addHook("onResponse", (request, reply, done) => {
    const record = request.exchange?.record ?? recordStray(service, request);
    if (record) service.requests.end(record, reply.statusCode);
    done();
  });
  addApi(app, service);
  return app;
}

/** A request that was meant for the API and met no operation: a misspelt path is worth seeing. */
function recordStray(
  { requests, clock }: Service,
  request: FastifyRequest,
): RequestRecord | undefined {
  const { method, url, headers } = request;
  if (!url.startsWith("/api")) return undefined;
  return requests.add({ atMs: clock.now(), method, url, operation: null, headers, status: null });
}

function isUtf8Charset(contentType = ""): boolean {
  const [, charset] = /;\s*charset="?([^";\s]+)/i.exec(contentType) ?? [];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

async function refuse(
  service: Service,
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = error instanceof Problem ? error : toProblem(error);
  if (request.exchange) await sendRefusal(service, request.exchange, problem);
  else if (service.profile === "strict" && !request.url.startsWith("/emulator"))
    reply.code(problem.status).headers(problem.headers).send();
  else sendPlainRefusal(reply, problem);
  return reply;
}

/** Sends a refusal outside the contract, where no reading of a gap and no fault applies. */
function sendPlainRefusal(reply: FastifyReply, problem: Problem): void {
  reply.code(problem.status).headers(problem.headers);
  reply.header("content-type", problemMediaType).send(toPayload(problem.toBody()));
}

/** What fastify refuses by itself, in the words of the emulator. */
function toProblem(error: FastifyError): Problem {
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return wrongMediaType();
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Problem({
        status: 413,
        code: "payload_too_large",
        detail: `The body is larger than ${bodyLimitBytes} bytes.`,
      });
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
