/** Which route a request takes: one of the contract, a download, the control plane, or none. */
import findMyWay, { type HTTPMethod } from "find-my-way";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { assumptionsOf } from "../contract/document.ts";
import { responseFor } from "../contract/operations.ts";
import { controlRoutes } from "../control/control-plane.ts";
import type { EmulatorParts } from "../parts.ts";
import { apiRoutes } from "../service/operations.ts";
import { mediaRoute } from "./media.ts";
import { type Route, serve } from "./pipeline.ts";
import { notFound, Problem } from "./problem.ts";

/** No limit but that of Node, which takes no longer head. */
const maxParamLength = 16_384;

const methods: HTTPMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export function createListener(parts: EmulatorParts): RequestListener {
  const refuse = (request: IncomingMessage, response: ServerResponse, problem: Problem) => {
    const end = () => {
      throw problem;
    };
    const route: Route = { method: "GET", path: "", target: null, authorise: end, do: end };
    void serve(parts, route, request, response);
  };
  const router = findMyWay({
    maxParamLength,
    defaultRoute: (request, response) => {
      const [path = "/"] = (request.url ?? "/").split("?", 1);
      const allowed = methods.filter((method) => router.find(method, path));
      const [route] = allowed.map((method) => router.find(method, path)?.store as Route);
      refuse(request, response, route ? explainMethod(route, allowed) : explainPath(parts, path));
    },
    onBadUrl: (path, request, response) => {
      const problem = new Problem("malformed_request", `${path} is not a valid path.`);
      refuse(request, response, problem);
    },
  });
  for (const route of [...apiRoutes(parts), mediaRoute(parts), ...controlRoutes(parts)]) {
    // Whatever can be read can be asked for without its body. RFC 9110, 9.3.2.
    const methodsOf: HTTPMethod[] = route.method === "GET" ? ["GET", "HEAD"] : [route.method];
    router.on(
      methodsOf,
      route.path,
      (request, response, parameters) =>
        void serve(parts, route, request, response, parameters as Record<string, string>),
      route,
    );
  }
  return (request, response) => void router.lookup(request, response);
}

function explainMethod({ operation, path }: Route, allowed: string[]): Problem {
  const assumed = operation && responseFor(operation, 405)?.assumed;
  const headers = { allow: allowed.join(", "), ...(assumed && { "x-emulator-assumed": assumed }) };
  const detail = `${operation?.path ?? path} takes only ${allowed.join(" and ")}.`;
  return new Problem("method_not_allowed", detail, { headers });
}

/** The contract may have a path without an operation. */
function explainPath({ contract: { document } }: EmulatorParts, path: string): Problem {
  const assumed = assumptionsOf(document, document.paths[path] ?? {});
  return notFound(`There is nothing at ${path}.`, assumed ? { "x-emulator-assumed": assumed } : {});
}
