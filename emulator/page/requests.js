// @ts-check
/** Requests: a row in the list, and all of one with its answer and its reason. */
import { call, query } from "./api.js";
import { block, chip, fieldList, make, timeOf } from "./elements.js";
import { createList } from "./list.js";

/**
 * @typedef {object} RequestSummary
 * @property {number} id
 * @property {string} at
 * @property {string} method
 * @property {string} url
 * @property {string | null} operation
 * @property {number | null} status
 * @property {string} [reason]
 * @property {string} [fault]
 * @property {string[]} [played]
 */

/**
 * @typedef {RequestSummary & {
 *   headers: Record<string, string>,
 *   body: unknown,
 *   response: { mediaType: string | null, body: unknown } | null,
 * }} LoggedRequest
 */

/** @param {number | null} code */
export function answerChip(code) {
  if (code === null) return chip("no answer", "open");
  return chip(String(code), code < 400 ? "good" : "bad");
}

/** @param {RequestSummary} request */
function remarksOf({ reason, fault, played = [] }) {
  return [fault && `Fault: ${fault}.`, reason, played.length > 0 && `Played: ${played.join(", ")}`]
    .filter(Boolean)
    .join(" ");
}

/** @param {RequestSummary} request */
function row(request) {
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", class: "row" },
      answerChip(request.status),
      make("strong", {}, request.method),
      make("code", {}, request.url),
      timeOf(request.at),
      make("span", { class: "quiet remark" }, remarksOf(request)),
    ),
  );
}

/** @param {LoggedRequest} request */
function detail(request) {
  const { response } = request;
  return [
    make(
      "h3",
      {},
      request.operation ?? `${request.method} ${request.url}`,
      " ",
      answerChip(request.status),
    ),
    make("p", { class: request.reason ? "problem" : "quiet" }, remarksOf(request)),
    fieldTable(response?.body, request.body),
    block(`Answer${response?.mediaType ? `, ${response.mediaType}` : ""}`, response?.body),
    block("Request body", request.body),
    block("Request headers", request.headers, false),
    fieldList([
      ["Request", `${request.method} ${request.url}`],
      ["Number", String(request.id)],
      ["Time", request.at],
    ]),
  ].map((node) => (typeof node === "string" ? document.createTextNode(node) : node));
}

/**
 * The refused fields, with what was sent in them.
 *
 * @param {unknown} answer
 * @param {unknown} sent
 */
function fieldTable(answer, sent) {
  const errors = /** @type {{ errors?: unknown } | null | undefined} */ (answer)?.errors;
  if (!Array.isArray(errors)) return "";
  const rows = errors.map(({ pointer, detail: expected }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("code", {}, pointer || "the whole body")),
      make("td", {}, make("code", {}, JSON.stringify(valueAt(sent, pointer)) ?? "missing")),
      make("td", {}, expected),
    ),
  );
  const heads = ["Field", "Sent", "Expected"].map((text) => make("th", { scope: "col" }, text));
  return make(
    "div",
    { class: "table", role: "region", "aria-label": "Refused fields", tabindex: "0" },
    make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
  );
}

/**
 * What stands at a JSON pointer (RFC 6901); undefined for nothing.
 *
 * @param {unknown} value
 * @param {string} pointer
 */
function valueAt(value, pointer) {
  const keys = pointer.split("/").slice(1);
  return keys.reduce(
    (/** @type {any} */ node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")],
    value,
  );
}

export function createRequests() {
  return createList({
    name: "request",
    load: async (parameters) => {
      const text = query({ ...parameters, summary: "true" });
      const { requests, next } = await call("GET", `requests?${text}`);
      return { items: /** @type {RequestSummary[]} */ (requests), next };
    },
    keyOf: ({ id }) => String(id),
    sequenceOf: ({ id }) => id,
    row,
    detail: async (key) => detail(await call("GET", `requests/${key}`)),
  });
}
