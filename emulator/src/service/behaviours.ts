/**
 * What each gap permits that a client can meet, by gap: behaviours, and the changes that they are made of; or in one line why no
 * client meets any. What the emulator does by itself is not repeated. A gap that is missing or misspelt does not compile.
 */
import type { GapId } from "../../../generated/names.ts";
import { asList, asObject, asObjectList, isObject } from "openapi-gaps/document";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Behaviour, Behaviours, Played } from "../gaps/behaviour.ts";
import type { Reply } from "../http/reply.ts";

const inRequests =
  "It concerns what is sent. A refusal is one as any other: see failure-status-codes.";
const inVideos = "It shows in the video alone, not in a response.";
const noOperation = "No operation has to do with it, so no response can differ.";

/** By gap, in the order of the register. */
const permitted = {
  "status-of-other-jobs": noOperation,
  "job-retention": {
    "read-once": inBody("A job that has ended is unknown once it was read.", (body, played) => {
      if (played.operation === "getHpJob" && isFinal(body) && countOf(played) > 1)
        return refusal(404);
    }),
  },
  "job-list-and-cancel": noOperation,
  "job-status-values": {
    "unknown-word": inBody("A job that is done has a status nobody has heard of.", (body) => {
      if (isFinal(body)) body["status"] = "archived_to_tape";
    }),
    "other-word": inBody("A job that is done has the status succeeded.", (body) => {
      if (body["status"] === "completed") body["status"] = "succeeded";
    }),
    uppercase: inBody("Statuses are written in capitals.", (body) => {
      if (typeof body["status"] === "string") body["status"] = body["status"].toUpperCase();
    }),
    queued: inBody("A created job is queued before it renders.", (body, played) => {
      if (isCreate(played)) body["status"] = "queued";
    }),
  },
  "job-status-transitions": {
    "back-to-rendering": inBody(
      "Every other time, a job that is done renders again.",
      (body, played) => {
        if (isFinal(body) && countOf(played) % 2 === 0) body["status"] = "rendering";
      },
    ),
    "done-at-once": inBody("A created job is done in its receipt.", (body, played) => {
      if (isCreate(played)) body["status"] = "completed";
    }),
    "queued-between": inBody(
      "A job that renders is queued when it is read first.",
      (body, played) => {
        if (played.operation === "getHpJob" && !isFinal(body) && countOf(played) === 1)
          body["status"] = "queued";
      },
    ),
  },
  "create-idempotency": {
    "same-job": inBody(
      "A create request that is sent again gets the job of the first.",
      (body, played) => {
        if (!isCreate(played)) return;
        const first = played.memory.get(played.text) ?? body["job_id"];
        played.memory.set(played.text, first);
        body["job_id"] = first as string;
      },
    ),
  },
  "price-and-quota":
    "No price shows in a response. A refusal for a quota is one as any other: see failure-status-codes.",
  "failed-job-price": "No price shows in a response.",
  "project-name-uniqueness": {
    replaced: inBody(
      "A second HP job of a name replaces the first.",
      (body, { operation, memory }) => {
        const [name, id] = [String(body["project_name"]), body["job_id"]];
        if (operation === "createHpJob") memory.set(name, id);
        if (operation === "getHpJob" && memory.has(name) && memory.get(name) !== id)
          return refusal(404);
      },
    ),
  },
  "data-slice-rows": {
    "from-zero": inVideoList("The first data row has the index 0.", (videos) =>
      videos.map((video) => ({ ...video, row: Number(video["row"]) - 1 })),
    ),
  },
  "data-slice-end": {
    excluded: inVideoList("The row at the end of a slice does not belong to it.", (videos) =>
      videos.slice(0, -1),
    ),
  },
  "segment-time-units": inVideos,
  "variables-or-customizations": inRequests,
  "hp-videos-per-job": {
    one: inVideoList("A job makes one video, whatever the number of rows.", (videos) =>
      videos.slice(0, 1),
    ),
  },
  "hp-job-with-failed-rows": inVideos,
  "base-address": "A client is told the address before it sends anything.",
  "token-issuance": noOperation,
  "media-url-access": inRequests,
  "job-output-when-done": {
    "no-address": inBody(
      "The output of a job that has ended is a text that is no address.",
      (body) => {
        if (typeof body["output"] === "string" && body["output"] !== "")
          body["output"] = "See your inbox.";
      },
    ),
  },
  "avatar-fields": {
    "plain-names": inBody(
      "The fields of an avatar are called id and title.",
      renameItems("avatars_list", { avatar_id: "id", name: "title" }),
    ),
    "no-identifiers": inBody(
      "Avatars have no identifier.",
      renameItems("avatars_list", { avatar_id: "" }),
    ),
    empty: inBody("There are no avatars.", replaceField("avatars_list", [])),
  },
  "layer-inputs-shape": inRequests,
  "template-layers": noOperation,
  "customization-slide-assignment": inVideos,
  "spreadsheet-layout": inVideos,
  "hp-output-fields": {
    empty: inBody("The output of an HP job stays empty.", (body, { operation }) => {
      if (operation === "getHpJob" && isObject(body["output"])) body["output"] = {};
    }),
    "one-address": inBody("The output of an HP job is one address.", (body) => {
      const [first] = videosOf(body);
      if (first) body["output"] = { url: first["video_url"] ?? null };
    }),
    addresses: inBody("The output of an HP job is a list of addresses.", (body) => {
      const videos = videosOf(body);
      if (videos.length > 0)
        body["output"] = { urls: videos.map((video) => video["video_url"] ?? null) };
    }),
    "by-row": inBody("The output of an HP job has a field for each row.", (body) => {
      const videos = videosOf(body);
      if (videos.length > 0)
        body["output"] = Object.fromEntries(
          videos.map(({ row, ...video }) => [`row_${String(row)}`, video]),
        );
    }),
    "other-names": inVideoList("The fields of a video are called url and state.", (videos) =>
      videos.map(({ video_url: url, status, ...rest }) => ({
        ...rest,
        url: url ?? null,
        state: status ?? null,
      })),
    ),
  },
  "voice-fields": {
    "plain-names": inBody(
      "The fields of a voice are called id and title.",
      renameItems("voices_list", { voice_id: "id", name: "title" }),
    ),
    "no-identifiers": inBody(
      "Voices have no identifier.",
      renameItems("voices_list", { voice_id: "" }),
    ),
    empty: inBody("There are no voices.", replaceField("voices_list", [])),
  },
  "custom-voices-endpoint": noOperation,
  "interface-versioning": {
    header: inAny("Every response names a version in a header.", (reply) => {
      reply.headers = { ...reply.headers, "api-version": "2031-05-06" };
    }),
  },
  "response-field-presence": {
    "extra-field": inBody("There is a field that no document names.", (body) => {
      body["queue_position"] = 3;
    }),
    "extra-object": inBody(
      "There is an object that no document names, and a list in it.",
      (body) => {
        body["links"] = { self: null, parts: [{ rel: "next" }] };
      },
    ),
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
  "identifier-formats": {
    digits: {
      says: "The identifier of a job is a number of twenty digits, as text.",
      jobId: (id) => `9${BigInt(`0x${id}`).toString().padStart(19, "0").slice(-19)}`,
    },
    signs: {
      says: "The identifier of a job has spaces and signs, and has to be encoded in a path.",
      jobId: (id) => `job ${id}:%2F+é?`,
    },
  },
  "finished-video-format":
    "A client meets it in a file, and no response of an operation holds one.",
  "events-and-webhooks": "A client that has named no address is sent nothing.",
  "browser-access": "Only a page in a browser can tell.",
  "rate-limits": {
    "every-second-read": inSuccess(
      "Every second read is refused, with a pause of a second.",
      (_, played) => {
        const isRead = !isCreate(played);
        if (isRead && countOf(played, "reads") % 2 === 0)
          return refusal(429, { "retry-after": "1" });
      },
    ),
    headers: inAny("Every response has headers about limits.", (reply) => {
      reply.headers = { ...reply.headers, "x-ratelimit-remaining": "0", "x-ratelimit-limit": "60" };
    }),
  },
  "test-environment": noOperation,
  "token-lifecycle": {
    "an-hour": inSuccess(
      "A token is refused an hour after its first use.",
      (_, { nowMs, memory }) => {
        const firstMs = Number(memory.get("first") ?? nowMs);
        memory.set("first", firstMs);
        if (nowMs - firstMs >= 3_600_000) return refusal(401);
      },
    ),
  },
  "token-scope":
    "That one operation refuses a token no program can mend. A refusal is one as any other: see failure-status-codes.",
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
    list: inRefusal("A refusal is a list of messages.", (reply) => {
      reply.mediaType = "application/json";
      reply.body = [{ message: "Request refused" }];
    }),
  },
  "error-codes": {
    numbers: inRefusal("An error code is a number.", ({ body }) => {
      if (isObject(body)) body["code"] = 1042;
    }),
  },
  "failure-status-codes": {
    "always-400": inRefusal("Every refusal has the status code 400.", (reply) => {
      reply.status = 400;
    }),
    "always-403": inRefusal("Every refusal has the status code 403.", (reply) => {
      reply.status = 403;
    }),
    "404-early": inBody("A created job is unknown when it is read first.", (_, played) => {
      if (played.operation === "getHpJob" && countOf(played) === 1) return refusal(404);
    }),
  },
  "job-status-by-kind": {
    "own-words": inBody(
      "Lipsync jobs are processing, and slide jobs are waiting.",
      (body, { operation }) => {
        if (operation === "createLipsyncVideo") body["status"] = "processing";
        if (operation === "createDynamicSlideVideo") body["status"] = "waiting";
      },
    ),
  },
  "render-duration": {
    longer: inBody("A job that would be done is read as rendering once more.", (body, played) => {
      if (played.operation !== "getHpJob" || !isFinal(body) || countOf(played) > 1) return;
      Object.assign(body, { status: "rendering", output: {} });
    }),
  },
  "job-failure-reason": {
    "own-field": inBody("A job that failed says why in a field of its own.", (body) => {
      if (body["status"] !== "failed") return;
      Object.assign(body, { failure: { code: "E17", text: "The video was not made." } });
      if (isObject(body["output"])) body["output"] = {};
    }),
  },
  "media-url-lifetime": {
    fails: inBody(
      "A job fails, because an address that it needs is gone.",
      (body, { operation }) => {
        if (operation !== "getHpJob" || !isFinal(body)) return;
        Object.assign(body, { status: "failed", output: { error: "The spreadsheet is gone." } });
      },
    ),
  },
  "media-formats-and-sizes": inRequests,
  "list-pagination": {
    pages: inList("A list comes in pages of one item.", (body, name) => {
      body[name] = asList(body[name]).slice(0, 1);
      Object.assign(body, { next_page: "2", total: 40 });
    }),
    "other-order": inList("A list has another order each time.", (body, name, played) => {
      const items = asList(body[name]);
      const start = countOf(played, name) % Math.max(1, items.length);
      body[name] = [...items.slice(start), ...items.slice(0, start)];
    }),
  },
  "custom-avatar-creation": noOperation,
  "model-differences": inVideos,
  "type-and-id-mismatch": inRequests,
  "custom-voice-creation": noOperation,
  "script-text-rules": inRequests,
  "actor-and-script-presence": {
    optional: { says: "A lipsync request may leave out actor and script.", acceptsMore: true },
  },
  "lipsync-conditional-fields": inRequests,
  "lipsync-fields-of-other-use": inRequests,
  "layer-fields-left-out": inVideos,
  "slides-count-bounds": inRequests,
  "slides-count-and-template": inRequests,
  "data-slice-size": inRequests,
  "segment-time-type": inRequests,
  "variable-text-use": inVideos,
  "segment-time-order": inVideos,
  "hp-job-without-segments": inVideos,
  "variable-count-bounds": inRequests,
  "variable-count-and-segments": inRequests,
  "spreadsheet-format": inRequests,
  "music-effect": inVideos,
  "hp-create-response-fields": {
    common: inBody("The receipt has only the common fields.", (body, { operation }) => {
      if (operation !== "createHpJob") return;
      for (const name of ["output", "data_json", "project_name"]) delete body[name];
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
  "success-status-codes": {
    "200": createdWith(200),
    "202": createdWith(202),
  },
  "response-media-type": {
    "with-charset": inSuccess("A success names its charset.", (reply) => {
      reply.mediaType = "application/json; charset=utf-8";
    }),
  },
  "hp-meaning": "It is a name, and nothing depends on it.",
  "lipsync-input-echo": {
    empty: inBody("The echo is empty.", replaceField("input", {})),
  },
  "data-xlsx-url-type": inRequests,
  "data-json-content": {
    empty: inBody("data_json is an empty object.", replaceField("data_json", "{}")),
    "not-json": {
      ...inBody("data_json is not JSON.", replaceField("data_json", "row 1; row 2")),
      breaksContract: true,
    },
  },
  "job-type-values": {
    "other-word": inBody("The type of an HP job is called personalised.", (body) => {
      if ("job_type" in body) body["job_type"] = "personalised";
    }),
  },
} satisfies Record<GapId, Record<string, Behaviour> | string>;

/** Why no client meets a gap, by gap. */
export const unmet: Record<string, string> = Object.fromEntries(
  Object.entries(permitted).filter(([, found]) => typeof found === "string"),
) as Record<string, string>;

export const behaviours: Behaviours = Object.fromEntries(
  Object.entries<Record<string, Behaviour> | string>(permitted).flatMap(([gap, found]) =>
    typeof found === "string" ? [] : [[gap, found]],
  ),
);

/** What is sent in the place of a response, or nothing where that is changed in its place. */
type Changed = Reply | void;

/** A refusal as the emulator itself has it. */
function refusal(status: number, headers: Record<string, string> = {}): Reply {
  const body = { type: "about:blank", title: "Refused", status, detail: "This is simulated." };
  return { status, headers, mediaType: "application/problem+json", body };
}

/** A behaviour that changes any response. */
function inAny(says: string, change: (reply: Reply, played: Played) => Changed): Behaviour {
  return {
    says,
    change: (reply, played) => {
      const other = change(reply, played);
      if (other) Object.assign(reply, other);
    },
  };
}

/** A behaviour that changes a success. */
function inSuccess(says: string, change: (reply: Reply, played: Played) => Changed): Behaviour {
  return inAny(says, (reply, played) => (played.refused ? undefined : change(reply, played)));
}

/** A behaviour that changes a refusal. */
function inRefusal(says: string, change: (reply: Reply) => Changed): Behaviour {
  const behaviour = inAny(says, (reply, { refused }) => (refused ? change(reply) : undefined));
  return { ...behaviour, ofRefusals: true };
}

/** A behaviour that changes the JSON body of a success. */
function inBody(says: string, change: (body: JsonObject, played: Played) => Changed): Behaviour {
  return inSuccess(says, ({ body }, played) => (isObject(body) ? change(body, played) : undefined));
}

/** A behaviour that changes a list of avatars or voices. */
function inList(
  says: string,
  change: (body: JsonObject, name: string, played: Played) => void,
): Behaviour {
  return inBody(says, (body, played) => {
    const name = Object.keys(body).find((key) => /^(?:avatars|voices)_list$/.test(key));
    if (name) change(body, name, played);
  });
}

/** A behaviour that changes the videos of an HP job. */
function inVideoList(says: string, change: (videos: JsonObject[]) => JsonObject[]): Behaviour {
  return inBody(says, (body) => {
    const videos = videosOf(body);
    if (videos.length > 0) body["output"] = { ...asObject(body["output"]), videos: change(videos) };
  });
}

const videosOf = ({ output = null }: JsonObject): JsonObject[] =>
  asObjectList(asObject(output)["videos"]);

/** How often a response of a kind was met, this time included; by default, of one to the same request. */
function countOf({ memory, url }: Played, what = url): number {
  const count = Number(memory.get(what) ?? 0) + 1;
  memory.set(what, count);
  return count;
}

function createdWith(status: number): Behaviour {
  return inSuccess(`A created job gets ${status}.`, (reply, played) => {
    if (isCreate(played)) reply.status = status;
  });
}

/** Gives a field of a body another value, where there is one. */
function replaceField(name: string, value: Json) {
  return (body: JsonObject): void => {
    if (name in body) body[name] = value;
  };
}

/** Gives fields of items other names; without a name, they go. */
function renameItems(list: "avatars_list" | "voices_list", names: Record<string, string>) {
  return (body: JsonObject): void => {
    if (!(list in body)) return;
    body[list] = asObjectList(body[list]).map((item) =>
      Object.fromEntries(
        Object.entries(item).flatMap(([name, value]) =>
          names[name] === "" ? [] : [[names[name] ?? name, value]],
        ),
      ),
    );
  };
}

const isFinal = ({ status = "rendering" }: JsonObject) => status !== "rendering";
const isCreate = ({ operation }: Played) => operation.startsWith("create");
