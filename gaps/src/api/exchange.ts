/** One request and its response, whatever recorded them. */

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
  request: Body;
  response: Body;
}

export interface Body {
  /** Essence of `Content-Type`, in small letters; undefined when there was none. */
  mediaType: string | undefined;
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

/** `application/json; charset=utf-8` is `application/json` to us. */
export function essenceOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase() || undefined;
}

/** A body from its text; what calls itself JSON may be anything. */
export function toBody(contentType: string | undefined, text: string | undefined): Body {
  const mediaType = essenceOf(contentType);
  if (!text) return { mediaType, json: undefined };
  try {
    return { mediaType, json: jsonOf(text) };
  } catch {
    return { mediaType, json: undefined, unread: "not JSON" };
  }
}

/** JSON, which some tools begin with a byte order mark. @throws for another text */
export const jsonOf = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ""));
