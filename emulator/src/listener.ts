/** All paths of the emulator: the API, the videos, and the control plane. */
import findMyWay from "find-my-way";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { addControlPlane } from "./control/control-plane.ts";
import { addMedia } from "./media/media.ts";
import type { EmulatorParts } from "./parts.ts";
import { addApi, explainUnmatched } from "./http/api.ts";
import { Problem } from "./http/problem.ts";
import { refuseUnmatched } from "./http/refuse-unmatched.ts";

/** No limit but that of Node, which takes no longer head. */
const maxParamLength = 16_384;

export function createListener(parts: EmulatorParts): RequestListener {
  const refuseUnknown = (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "/" } = request;
    refuseUnmatched(parts, explainUnmatched(parts, method, url), request, response);
  };
  const router = findMyWay({
    maxParamLength,
    defaultRoute: refuseUnknown,
    onBadUrl: (path, request, response) => {
      const detail = `'${path}' is not a valid url component`;
      const problem = new Problem({ code: "malformed_request", detail });
      refuseUnmatched(parts, problem, request, response);
    },
  });
  addApi(router, parts);
  addMedia(router, parts);
  addControlPlane(router, parts);
  return (request, response) => router.lookup(request, response);
}
