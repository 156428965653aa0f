/** The readings that can be played, by gap, and the changes that they are made of. What the emulator does by itself is not repeated. */
import { isObject } from "../contract/document.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Played, Reading, ReadableAnswer, Readings } from "../gaps/reading.ts";
import { refuseWith } from "../http/problem.ts";
import type { OperationId } from "./names.ts";

export const readings: Record<string, Readings> = {
  "job-status-values": {
    "unknown-word": inBody("A job that is done has a status nobody has heard of.", (body) =>
      replaceStatus(body, isFinal, "archived_to_tape"),
    ),
    "upper-case": inBody("Statuses other than rendering are in capitals.", (body) =>
      replaceStatus(body, isFinal, String(body["status"]).toUpperCase()),
    ),
  },
  "job-status-transitions": {
    "queued-first": {
      ...inBody(
        "A created job is queued before it renders.",
        (body, played) => isCreate(played) && replaceStatus(body, () => true, "queued"),
      ),
      alsoOpen: "job-status-values",
    },
    "back-to-rendering": inBody(
      "Every other time, a job that is done renders again.",
      (body, played) => played.requestId % 2 === 0 && replaceStatus(body, isFinal, "rendering"),
    ),
  },
  "success-status-codes": {
    "200": { says: "A created job is answered with 200.", change: createdWith(200) },
    "202": { says: "A created job is answered with 202.", change: createdWith(202) },
  },
  "response-media-type": {
    "with-charset": inMediaType("A success names its charset.", "application/json; charset=utf-8"),
    "text-plain": {
      ...inMediaType("A success is called plain text, though it is JSON.", "text/plain"),
      breaksContract: true,
    },
  },
  "response-field-presence": {
    "extra-field": inBody("There is a field that no document names.", (body) => {
      body["queue_position"] = 3;
    }),
    "missing-output": {
      ...inBody("The field output is missing.", (body) => delete body["output"]),
      breaksContract: true,
    },
    "null-output": {
      ...inBody("The field output is null.", replaceField("output", null)),
      breaksContract: true,
    },
  },
  "unknown-request-fields": {
    ignored: { says: "A field that is not listed is ignored.", acceptsMore: true },
  },
  "actor-and-script-presence": {
    optional: { says: "A lipsync request may leave out actor and script.", acceptsMore: true },
  },
  "lipsync-input-echo": {
    empty: inBody("The echo is empty.", replaceField("input", {})),
    "without-script": inBody("The echo leaves out the script.", (body) => {
      if (!isObject(body["input"])) return false;
      delete body["input"]["script"];
    }),
  },
  "hp-create-response-fields": {
    "field-list": inBodyOf(
      "createHpJob",
      "The receipt is as the field list has it.",
      (body) => delete body["output"],
    ),
    common: inBodyOf("createHpJob", "The receipt has the fields that both name.", (body) => {
      for (const name of ["output", "data_json", "project_name"]) delete body[name];
    }),
    sample: inBodyOf("createHpJob", "The receipt is as the sample response has it.", (body) => {
      delete body["data_json"];
      delete body["project_name"];
    }),
  },
  "data-json-content": {
    empty: inBody("data_json is an empty object.", replaceField("data_json", "{}")),
    "not-json": inBody("data_json is not JSON.", replaceField("data_json", "row 1; row 2")),
  },
  "hp-output-fields": {
    empty: inBodyOf("getHpJob", "The output of an HP job stays empty.", replaceField("output", {})),
    "one-address": inBody("The output of an HP job is one address.", (body) => {
      const { output } = body;
      const [first] = (isObject(output) ? (output["videos"] ?? []) : []) as JsonObject[];
      if (!first) return false;
      body["output"] = { url: first["video_url"] ?? null };
    }),
  },
  "hp-output-while-rendering": {
    "empty-string": inBodyOf(
      "getHpJob",
      "While an HP job renders, its output is an empty string.",
      (body) => body["status"] === "rendering" && replaceField("output", "")(body),
    ),
    string: {
      ...inBodyOf("getHpJob", "The output of an HP job is a string, as in its receipt.", (body) =>
        replaceField("output", JSON.stringify(body["output"]))(body),
      ),
      // No statement allows a string that is not empty.
      breaksContract: true,
    },
    object: {
      ...inBody(
        "The output of a receipt is an object, as in an HP job.",
        (body, played) => isCreate(played) && replaceField("output", {})(body),
      ),
      breaksContract: true,
    },
  },
  "job-type-values": {
    "another-word": inBody(
      "The job_type is another word.",
      replaceField("job_type", "personalized_video"),
    ),
  },
  "avatar-fields": {
    "plain-names": inBody(
      "The fields of an avatar are called id and title.",
      renameItems("avatars_list", { avatar_id: "id", name: "title" }),
    ),
    empty: inBody("There are no avatars.", replaceField("avatars_list", [])),
  },
  "voice-fields": {
    "plain-names": inBody(
      "The fields of a voice are called id and title.",
      renameItems("voices_list", { voice_id: "id", name: "title" }),
    ),
    empty: inBody("There are no voices.", replaceField("voices_list", [])),
  },
  "error-body": {
    html: inRefusal("A refusal is a page of HTML.", (answer) => {
      answer.mediaType = "text/html";
      answer.body = `<!doctype html><title>${answer.status}</title><h1>Request refused</h1>`;
    }),
    empty: inRefusal("A refusal has no body.", (answer) => {
      answer.body = undefined;
    }),
    text: inRefusal("A refusal is plain text.", (answer) => {
      answer.mediaType = "text/plain";
      answer.body = "Request refused";
    }),
    "html-as-json": inRefusal("A refusal is HTML that is called JSON.", (answer) => {
      answer.mediaType = "application/json";
      answer.body = "<html>Request refused</html>";
    }),
  },
  "failure-status-codes": {
    "always-400": inRefusal("Every refusal has the status code 400.", (answer) => {
      refuseWith(answer, 400);
    }),
    "unauthorized-403": inRefusal("A wrong token is answered with 403.", (answer) => {
      if (answer.status !== 401) return;
      refuseWith(answer, 403);
      if (isObject(answer.body) && answer.body["code"] === "unauthorized")
        answer.body["code"] = "forbidden";
    }),
  },
};

/** A reading that changes the JSON body of a success. */
function inBody(
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
function inBodyOf(
  operation: OperationId,
  says: string,
  change: (body: JsonObject) => boolean | void,
): Reading {
  return inBody(says, (body, played) => played.operation === operation && change(body));
}

/** Gives a field of a body another value, where there is one. */
function replaceField(name: string, value: Json) {
  return (body: JsonObject) => {
    if (!(name in body)) return false;
    body[name] = value;
  };
}

/** A reading that gives a success another media type. */
function inMediaType(says: string, mediaType: string): Reading {
  return {
    says,
    change: (answer, { refused }) => {
      if (!refused) answer.mediaType = mediaType;
      return !refused;
    },
  };
}

/** A reading that changes a refusal. */
function inRefusal(says: string, change: (answer: ReadableAnswer) => void): Reading {
  return {
    says,
    change: (answer, { refused }) => {
      if (refused) change(answer);
      return refused;
    },
  };
}

function replaceStatus(body: JsonObject, from: (status: string) => boolean, to: string): boolean {
  const concerned = typeof body["status"] === "string" && from(body["status"]);
  if (concerned) body["status"] = to;
  return concerned;
}

const isFinal = (status: string) => status !== "rendering";
const isCreate = ({ operation }: Played) => operation.startsWith("create");

function renameItems(list: "avatars_list" | "voices_list", names: Record<string, string>) {
  return (body: JsonObject) => {
    if (!Array.isArray(body[list])) return false;
    body[list] = (body[list] as JsonObject[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [names[name] ?? name, value])),
    );
  };
}

function createdWith(status: number): NonNullable<Reading["change"]> {
  return (answer, played) => {
    const concerned = !played.refused && isCreate(played);
    if (concerned) answer.status = status;
    return concerned;
  };
}
