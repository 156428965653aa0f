/** All paths of the emulator: the API, the videos, and the control plane. */
import findMyWay from "find-my-way";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { addControlPlane } from "./control/control-plane.ts";
import { addMedia } from "./media/media.ts";
import type { EmulatorParts } from "./parts.ts";
import { addApi } from "./http/api.ts";
import { notFound, Problem } from "./http/problem.ts";
import { refuseUnmatched } from "./http/refuse-unmatched.ts";

/** A longer path parameter is no identifier of anything. */
const maxParamLength = 4096;

/** What is repeated of a path that leads nowhere. */
const maxShown = 200;

export function createListener(parts: EmulatorParts): RequestListener {
  const refuseUnknown = (request: IncomingMessage, response: ServerResponse) => {
    const [path = ""] = (request.url ?? "/").split("?");
    const shown = path.length > maxShown ? `${path.slice(0, maxShown)}…` : path;
    const problem = notFound(`There is nothing at ${request.method} ${shown}.`);
    refuseUnmatched(parts, problem, request, response);
  };
  const router = findMyWay({
    maxParamLength,
    defaultRoute: refuseUnknown,
    onMaxParamLength: (_path, request, response) => refuseUnknown(request, response),
    onBadUrl: (path, request, response) => {
      const detail = `'${path}' is not a valid url component`;
      const problem = new Problem({ status: 400, code: "malformed_request", detail });
      refuseUnmatched(parts, problem, request, response);
    },
  });
  addApi(router, parts);
  addMedia(router, parts);
  addControlPlane(router, parts);
  return (request, response) => router.lookup(request, response);
}
