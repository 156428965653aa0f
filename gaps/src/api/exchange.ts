/** One request and its response, whatever recorded them. */
import { essenceOf } from "./media-type.ts";

export interface Exchange {
  /** When the request was sent, as a timestamp; undefined when the recording does not say. */
  time: string | undefined;
  /** In capitals. */
  method: string;
  /** Scheme, host and port of the URL; empty when it is no URL. */
  origin: string;
  /** Path of the URL, without query and fragment. */
  path: string;
  /** Undefined when the URL is none. */
  query?: URLSearchParams | undefined;
  /** HTTP status code of the response; 0 when there was none. */
  status: number;
  /** Headers of the response, by their names in small letters. */
  headers: Record<string, string>;
  /** Whether not the service has responded, but a page in the browser that has recorded it. */
  isMadeUp?: boolean;
  request: Body;
  response: Body;
}

export interface Body {
  /** Essence of `Content-Type`, in small letters; undefined when there was none. */
  mediaType: string | undefined;
  /** `Content-Type` with its parameters, which may tell one body from another. */
  contentType?: string | undefined;
  /** The parsed JSON value; undefined when there was no body, or none that is JSON. */
  json: unknown;
  /** Why there is no value, although there was a body: `too long`, `not JSON` … */
  unread?: string | undefined;
}

export function isSuccess({ status }: Pick<Exchange, "status">): boolean {
  return status >= 200 && status <= 299;
}

/** Whether HTTP has no body there, whatever the document describes. */
export function hasNoBody({ method, status }: Pick<Exchange, "method" | "status">): boolean {
  return method === "HEAD" || status < 200 || [204, 205, 304].includes(status);
}

/** Whether the response has no body, whatever its headers say of one. */
export function isEmpty(exchange: Exchange): boolean {
  const { json, unread } = exchange.response;
  return hasNoBody(exchange) || (json === undefined && unread === undefined);
}

/** Whether there was a body that was not looked at, so that nothing is known to be wrong with it. */
export function isUnseen({ unread }: Body): boolean {
  return unread !== undefined && unread !== "not JSON" && unread !== "not UTF-8";
}

/** More is no answer of an interface, and would end whatever visits it. */
const maxDepth = 500;

/** A body from its text. What calls itself JSON may be anything, and what does not is JSON only where it has brackets. */
export function toBody(contentType: string | undefined, text: string | undefined): Body {
  const mediaType = essenceOf(contentType);
  const none: Body = { mediaType, contentType: contentType || undefined, json: undefined };
  if (!text) return none;
  try {
    const json = jsonOf(text);
    const isText = typeof json !== "object" && mediaType !== undefined && !isJsonType(mediaType);
    if (isText) return { ...none, unread: "not JSON" };
    return isDeeper(json, maxDepth) ? { ...none, unread: "nested too deeply" } : { ...none, json };
  } catch {
    return { ...none, unread: "not JSON" };
  }
}

/** The media type of a body with all that is known of its parameters. */
export const contentTypeOf = ({ contentType, mediaType }: Body): string | undefined =>
  contentType ?? mediaType;

/** Whether bodies of a media type are JSON. */
export const isJsonType = (mediaType: string | undefined): boolean =>
  /[/+]json$/.test(mediaType ?? "");

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const part of Array.isArray(value) ? value : Object.values(value))
    if (isDeeper(part, depth - 1)) return true;
  return false;
}

/** JSON, which some tools begin with a byte order mark. @throws for another text */
export const jsonOf = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ""));
