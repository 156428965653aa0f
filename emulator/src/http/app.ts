/** The HTTP server: the API, and fastify for everything else. */
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Socket } from "node:net";
import type { Service } from "../service.ts";
import { serveApi } from "./api.ts";
import { createServer } from "./node-http.ts";
import {
  defect,
  notFound,
  Problem,
  problemMediaType,
  toProblem as toOwnProblem,
} from "./problem.ts";
import { bodyLimitBytes, requireJson, tooLarge, wrongMediaType } from "./read-body.ts";
import { readJson } from "./read-json.ts";
import { refuseStray } from "./refuse-stray.ts";

/** No route has a schema for fastify, which loads its compilers all the same unless it has others. */
const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

/** What is repeated of a path that leads nowhere. */
const longestShown = 200;

/** Longer than clients and proxies keep a connection that is idle, so that none is closed while a request is on its way. */
const keepAliveTimeout = 72_000;

/** Builds the server without the control plane. */
export function buildApp(service: Service): FastifyInstance {
  const app = Fastify({
    // By fastify's rules, reading and writing would take as long again as all the rest of a request to the API.
    serverFactory: (otherwise) => createServer({ keepAliveTimeout }, serveApi(service, otherwise)),
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    schemaController: withoutSchemas,
    frameworkErrors: refuseRequest,
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
  app.setErrorHandler(refuseRequest);
  app.setNotFoundHandler((request) => {
    const [path = ""] = request.url.split("?");
    throw notFound(`There is nothing at ${request.method} ${shorten(path)}.`);
  });
  return app;

  function refuseRequest(
    error: FastifyError | Problem,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    reply.hijack();
    refuseStray(service, toProblem(error), request.raw, reply.raw);
  }
}

function shorten(path: string): string {
  return path.length > longestShown ? `${path.slice(0, longestShown)}…` : path;
}

function refuseSchema(): never {
  throw new Error("What is checked is checked against the contract, not by fastify");
}

/** What fastify refuses by itself, in the words of the emulator. */
function toProblem(error: FastifyError | Problem): Problem {
  if (!("statusCode" in error) && !(error instanceof Problem)) return toOwnProblem(error);
  if (error instanceof Problem) return error;
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return wrongMediaType();
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge();
    case "FST_ERR_MAX_PARAM_LENGTH":
      return notFound("There is nothing at this path.");
    default:
      if ((error.statusCode ?? 500) >= 500) return defect(error);
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
