/** Which route a request takes: one of the contract, a download, the control plane, or none. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { assumptionsOf } from "../contract/document.ts";
import { responseFor } from "../contract/operations.ts";
import { controlRoutes } from "../control/control-plane.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";
import { apiRoutes } from "../service/operations.ts";
import { mediaRoute } from "../service/media.ts";
import { type Route, serve } from "../pipeline/pipeline.ts";
import { notFound, Problem } from "../http/problem.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export function createListener(parts: EmulatorParts): RequestListener {
  const all = [...apiRoutes(parts), mediaRoute(parts), ...controlRoutes(parts)];
  const routes = all.map((route) => ({ route, pattern: patternOf(route.path) }));
  const find = (method: string, path: string) => {
    for (const { route, pattern } of routes) {
      // Whatever can be read can be asked for without its body. RFC 9110, 9.3.2.
      if (route.method !== method && !(method === "HEAD" && route.method === "GET")) continue;
      const found = pattern.exec(path);
      if (found) return { data: route, params: found.groups };
    }
    return undefined;
  };
  const explain = (path: string): Problem => {
    const allowed = methods.filter((method) => find(method, path));
    const [route] = allowed.map((method) => find(method, path)?.data);
    return route ? explainMethod(route, allowed) : explainPath(parts, path);
  };
  return (request, response) => {
    const path = pathOf(request);
    const { data, params } = find(request.method ?? "", path) ?? { data: refuse(explain(path)) };
    const parameters = path.includes("%") ? decode(params) : (params ?? {});
    const route = parameters ? data : refuse(explainEncoding(path));
    void serve(parts, route, request, response, parameters);
  };
}

/** A parameter is one step of the path, and everything else stands for itself. */
function patternOf(path: string): RegExp {
  const literal = path.replace(/[^\w/:]/g, "\\$&");
  return new RegExp(`^${literal.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}

function pathOf({ url = "/" }: IncomingMessage): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  // Who takes this for a proxy sends the whole address. RFC 9112, 3.2.2.
  return path.startsWith("/") ? path : path.replace(/^https?:\/\/[^/]*/i, "");
}

/** Refuses a request before any route has it. A caller can mend what is a RangeError. */
export function refuseRequest(
  parts: EmulatorParts,
  error: Error,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { message } = error;
  const problem = error instanceof RangeError ? new Problem("malformed_request", message) : error;
  void serve(parts, refuse(problem), request, response);
}

/** What serves a request that has no route. */
function refuse(problem: Error): Route {
  const end = () => {
    throw problem;
  };
  return { method: "GET", path: "", target: null, authorise: end, do: end };
}

/** Parameters of a path without their percent signs; nothing when one is not UTF-8. */
function decode(parameters: Record<string, string> = {}): Record<string, string> | undefined {
  try {
    for (const [name, text] of Object.entries(parameters))
      parameters[name] = decodeURIComponent(text);
    return parameters;
  } catch {
    return undefined;
  }
}

function explainMethod({ operation, path }: Route, allowed: string[]): Problem {
  const assumed = operation && responseFor(operation, 405)?.assumed;
  const headers = { allow: allowed.join(", "), ...(assumed && { "x-emulator-assumed": assumed }) };
  const detail = `${operation?.path ?? path} takes only ${allowed.join(", ")}.`;
  return new Problem("method_not_allowed", detail, { headers });
}

function explainEncoding(path: string): Problem {
  return new Problem("malformed_request", `${path} is not a valid path.`);
}

/** The contract may have a path without an operation. */
function explainPath({ contract: { document } }: EmulatorParts, path: string): Problem {
  const assumed = assumptionsOf(document, document.paths[path] ?? {});
  return notFound(`There is nothing at ${path}.`, assumed ? { "x-emulator-assumed": assumed } : {});
}
