/** The behaviours that can be played, by gap, and the changes that they are made of. What the emulator does by itself is not repeated. */
import type { GapId } from "../../../generated/names.ts";
import { isObject } from "openapi-gaps/document";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Reply } from "../http/reply.ts";
import type { Behaviour, Behaviours, Played } from "../gaps/behaviour.ts";

export const behaviours: Behaviours = {
  "job-status-values": {
    "unknown-word": inBody("A job that is done has a status nobody has heard of.", (body) => {
      if (isFinal(body)) body["status"] = "archived_to_tape";
    }),
    queued: inBody("A created job is queued before it renders.", (body, played) => {
      if (isCreate(played)) body["status"] = "queued";
    }),
  },
  "job-status-transitions": {
    "back-to-rendering": inBody(
      "Every other time, a job that is done renders again.",
      (body, { requestId }) => {
        if (isFinal(body) && requestId % 2 === 0) body["status"] = "rendering";
      },
    ),
  },
  "success-status-codes": {
    "200": createdWith(200),
    "202": createdWith(202),
  },
  "response-media-type": {
    "with-charset": inSuccess("A success names its charset.", (reply) => {
      reply.mediaType = "application/json; charset=utf-8";
    }),
  },
  "response-field-presence": {
    "extra-field": inBody("There is a field that no document names.", (body) => {
      body["queue_position"] = 3;
    }),
    "missing-output": {
      ...inBody("The field output is missing.", (body) => {
        delete body["output"];
      }),
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
  },
  "hp-create-response-fields": {
    common: inBody("The receipt has only the common fields.", (body, { operation }) => {
      if (operation !== "createHpJob") return;
      for (const name of ["output", "data_json", "project_name"]) delete body[name];
    }),
  },
  "data-json-content": {
    empty: inBody("data_json is an empty object.", replaceField("data_json", "{}")),
    "not-json": {
      ...inBody("data_json is not JSON.", replaceField("data_json", "row 1; row 2")),
      breaksContract: true,
    },
  },
  "hp-output-fields": {
    empty: inBody("The output of an HP job stays empty.", (body, { operation }) => {
      if (operation === "getHpJob") body["output"] = {};
    }),
    "one-address": inBody("The output of an HP job is one address.", (body) => {
      const { output } = body;
      const [first] = (isObject(output) ? (output["videos"] ?? []) : []) as JsonObject[];
      if (first) body["output"] = { url: first["video_url"] ?? null };
    }),
  },
  "hp-output-while-rendering": {
    "empty-string": inBody(
      "While an HP job renders, its output is an empty string.",
      (body, { operation }) => {
        if (operation === "getHpJob" && !isFinal(body)) body["output"] = "";
      },
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
    html: inRefusal("A refusal is a page of HTML.", (reply) => {
      reply.mediaType = "text/html";
      reply.body = `<!doctype html><title>${reply.status}</title><h1>Request refused</h1>`;
    }),
    empty: inRefusal("A refusal has no body.", (reply) => {
      reply.body = undefined;
      reply.mediaType = undefined;
    }),
    "html-as-json": inRefusal("A refusal is HTML that is called JSON.", (reply) => {
      reply.mediaType = "application/json";
      reply.body = "<html>Request refused</html>";
    }),
  },
  "failure-status-codes": {
    "always-400": inRefusal("Every refusal has the status code 400.", (reply) => {
      reply.status = 400;
    }),
  },
} satisfies Partial<Record<GapId, Record<string, Behaviour>>>;

/** A behaviour that changes a success. */
function inSuccess(says: string, change: (reply: Reply, played: Played) => void): Behaviour {
  return { says, change: (reply, played) => void (!played.refused && change(reply, played)) };
}

/** A behaviour that changes the JSON body of a success. */
function inBody(says: string, change: (body: JsonObject, played: Played) => void): Behaviour {
  return inSuccess(says, ({ body }, played) => void (isObject(body) && change(body, played)));
}

/** A behaviour that changes a refusal. */
function inRefusal(says: string, change: (reply: Reply) => void): Behaviour {
  return { says, change: (reply, { refused }) => void (refused && change(reply)) };
}

function createdWith(status: number): Behaviour {
  return inSuccess(`A created job gets ${status}.`, (reply, played) => {
    if (isCreate(played)) reply.status = status;
  });
}

/** Gives a field of a body another value, where there is one. */
function replaceField(name: string, value: Json) {
  return (body: JsonObject) => {
    if (name in body) body[name] = value;
  };
}

function renameItems(list: "avatars_list" | "voices_list", names: Record<string, string>) {
  return (body: JsonObject) => {
    const items = body[list] as JsonObject[] | undefined;
    if (!items) return;
    body[list] = items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [names[name] ?? name, value])),
    );
  };
}

const isFinal = ({ status = "rendering" }: JsonObject) => status !== "rendering";
const isCreate = ({ operation }: Played) => operation.startsWith("create");
