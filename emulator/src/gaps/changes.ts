/** What readings are made of: changes of an answer. */
import { isObject } from "../contract/document.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { OperationId } from "../contract/operations.ts";
import { STATUS_CODES } from "../http/node-http.ts";
import type { Answer, Played, Reading } from "./reading.ts";

/** A reading that changes the JSON body of a success. */
export function inBody(
  says: string,
  change: (body: JsonObject, played: Played) => boolean | void,
): Reading {
  return {
    says,
    change: (answer, played) =>
      !played.refused && isObject(answer.body) && change(answer.body, played) !== false,
  };
}

/** A reading that changes the JSON body of a success of one operation. */
export function inBodyOf(
  operation: OperationId,
  says: string,
  change: (body: JsonObject) => boolean | void,
): Reading {
  return inBody(says, (body, played) => played.operation === operation && change(body));
}

/** Gives a field of a body another value, where there is one. */
export function replaceField(name: string, value: Json) {
  return (body: JsonObject) => {
    if (!(name in body)) return false;
    body[name] = value;
  };
}

/** A reading that gives a success another media type. */
export function inMediaType(says: string, mediaType: string): Reading {
  return {
    says,
    change: (answer, { refused }) => {
      if (!refused) answer.mediaType = mediaType;
      return !refused;
    },
  };
}

/** Gives a refusal another status code, which its body repeats. */
export function refuseWith(answer: Answer, status: number): void {
  answer.status = status;
  if (isObject(answer.body) && "status" in answer.body)
    Object.assign(answer.body, { status, title: STATUS_CODES[status] });
}

/** A reading that changes a refusal. */
export function inRefusal(says: string, change: (answer: Answer) => void): Reading {
  return {
    says,
    change: (answer, { refused }) => {
      if (refused) change(answer);
      return refused;
    },
  };
}

export function replaceStatus(
  body: JsonObject,
  from: (status: string) => boolean,
  to: string,
): boolean {
  const concerned = typeof body["status"] === "string" && from(body["status"]);
  if (concerned) body["status"] = to;
  return concerned;
}

export const isFinal = (status: string) => status !== "rendering";
export const isCreate = ({ operation }: Played) => operation.startsWith("create");

/** Changes the text of `data_json`, where there is one. */
export function inDataJson(says: string, change: (data: JsonObject) => string): Reading {
  return inBody(says, (body) => {
    if (typeof body["data_json"] !== "string") return false;
    // Another reading may have made something else of it.
    const data = parse(body["data_json"]);
    if (!isObject(data)) return false;
    body["data_json"] = change(data);
  });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function mapSegmentTimes(
  data: JsonObject,
  convert: (time: unknown) => string | number,
): string {
  for (const name of ["variables", "customizations"]) {
    for (const segment of (data[name] ?? []) as JsonObject[]) {
      segment["start_time"] = convert(segment["start_time"]);
      segment["end_time"] = convert(segment["end_time"]);
    }
  }
  return JSON.stringify(data);
}

export function renameItems(list: "avatars_list" | "voices_list", names: Record<string, string>) {
  return (body: JsonObject) => {
    if (!Array.isArray(body[list])) return false;
    body[list] = (body[list] as JsonObject[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [names[name] ?? name, value])),
    );
  };
}

export function createdWith(status: number): NonNullable<Reading["change"]> {
  return (answer, played) => {
    const concerned = !played.refused && isCreate(played);
    if (concerned) answer.status = status;
    return concerned;
  };
}
