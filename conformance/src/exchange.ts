/** One request and its answer, whatever recorded them. */
export interface Exchange {
  /** When the request was sent, as a timestamp; undefined when the recording does not say. */
  time: string | undefined;
  /** In capitals. */
  method: string;
  /** Path of the URL, without query and fragment. */
  path: string;
  /** HTTP status code of the answer; 0 when there was none. */
  status: number;
  request: Body;
  response: Body;
}

export interface Body {
  /** Essence of `Content-Type`, in small letters; undefined when there was none. */
  mediaType: string | undefined;
  /** The parsed JSON value; undefined when there was no body, or none that is JSON. */
  json: unknown;
}

/** `application/json; charset=utf-8` is `application/json` to us. */
export function essenceOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";")[0]?.trim().toLowerCase() || undefined;
}

/** Whatever calls itself JSON may be anything; the value is undefined then. */
export function parseJson(text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
