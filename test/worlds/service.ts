/**
 * The Video Generation Service as it is in each of the three worlds: a small server, written by hand from what the owner has
 * answered, and not from the contract that the answers led to. Where an owner has not answered, it does what it likes.
 */
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { isObject, type Json, type JsonObject } from "openapi-gaps/document";
import { Checker, toBody } from "openapi-gaps/evidence";
import { frozenContract } from "../support/frozen.ts";
import { listen, type Listening } from "../support/listen.ts";

export const worlds = ["a", "b", "c"] as const;
export type WorldName = (typeof worlds)[number];

/** What differs between the worlds, in the order of the operations' lives. */
interface World {
  /** Status codes of success: creating an HP job, another create, and a read. */
  codes: { createHpJob: number; create: number; read: number };
  /** The response to a request that is refused. */
  refusal: {
    wrongToken: number;
    wrongBody: number;
    mediaType: string;
    body: (title: string) => Json;
  };
  refusesUnknownFields: boolean;
  /** The names that the list of segments may have. */
  segmentLists: string[];
  timeType?: "string" | "number";
  firstIndex: number;
  slides: [least: number, most: number];
  variables: [least: number, most: number];
  needsActorAndScript?: true;
  /** Of one layer, where only such inputs are taken. */
  input?: (input: Json) => boolean;
  /** The statuses of a job, one for each poll; the last one is final. */
  statuses: string[];
  jobType: string;
  /** What ends a job of the project "Broken"; nobody has told it where there is none. */
  failed?: string;
  /** `output` of an HP job: while it renders, and once its videos are there. */
  outputs: { rendering: Json; done: (address: string) => JsonObject };
  /** Fields of the receipt of an HP job beside its identifier and status. */
  receipt: (sent: JsonObject) => JsonObject;
  avatars: JsonObject[];
  voices: JsonObject[];
}

const everyName = ["variables", "customizations"];

const serviceOf: Record<WorldName, World> = {
  a: {
    codes: { createHpJob: 202, create: 202, read: 200 },
    refusal: {
      ...{ wrongToken: 401, wrongBody: 400, mediaType: "application/problem+json" },
      body: (title) => ({ type: "urn:problem:refused", title }),
    },
    refusesUnknownFields: true,
    segmentLists: ["variables"],
    timeType: "string",
    ...{ firstIndex: 1, slides: [1, 30], variables: [1, 20], needsActorAndScript: true },
    input: (input) => isObject(input) && ["string", "undefined"].includes(typeof input["text"]),
    statuses: ["queued", "rendering", "done"],
    failed: "failed",
    jobType: "hp",
    outputs: {
      rendering: "",
      done: (address) => ({ videos: [{ row: 1, url: address }] }),
    },
    receipt: () => ({ output: "" }),
    avatars: [{ avatar_id: "ada", name: "Ada" }],
    voices: [{ voice_id: "clara", language: "en-GB" }],
  },
  b: {
    codes: { createHpJob: 200, create: 200, read: 200 },
    refusal: {
      ...{ wrongToken: 403, wrongBody: 422, mediaType: "application/json; charset=utf-8" },
      body: (error) => ({ error }),
    },
    refusesUnknownFields: false,
    segmentLists: ["customizations"],
    timeType: "number",
    ...{ firstIndex: 0, slides: [0, 200], variables: [0, 1e6] },
    input: (input) => typeof input === "string",
    statuses: ["rendering", "rendering", "completed"],
    failed: "error",
    jobType: "PERSONALISED",
    outputs: { rendering: {}, done: (address) => ({ film: address, count: 2 }) },
    receipt: (sent) => ({
      ...{ data_json: JSON.stringify(sent), project_name: String(sent["project_name"]) },
      output: "",
    }),
    avatars: [{ id: 7, preview: { url: "https://storage.example/7.png" } }],
    voices: [{ voice_id: "clara" }],
  },
  c: {
    codes: { createHpJob: 200, create: 201, read: 200 },
    refusal: {
      ...{ wrongToken: 401, wrongBody: 400, mediaType: "text/html" },
      body: (title) => `<h1>${title}</h1>`,
    },
    refusesUnknownFields: false,
    segmentLists: everyName,
    ...{ firstIndex: 0, slides: [1, 1000], variables: [0, 1e6] },
    statuses: ["rendering", "ready"],
    jobType: "hp_job",
    outputs: { rendering: {}, done: (address) => ({ video: address }) },
    receipt: () => ({}),
    avatars: [{ face: "ada" }],
    voices: [{ language: "en" }],
  },
};

export const token = "token-of-the-world";

export interface Reply {
  status: number;
  mediaType: string;
  /** JSON, or a text that is sent as it is. */
  body: Json;
}

/** What a reply belongs to. */
export interface Told {
  operationId: string;
  method: string;
  /** Whether the request was taken. */
  isSuccess: boolean;
  /** How often the job was read, this time included. */
  reading: number;
}

export interface ServiceOptions {
  /** Changes a reply: a service that lies. */
  alter?: ((reply: Reply, told: Told) => Reply) | undefined;
  /** Takes requests that have to be refused. */
  takesAll?: boolean | undefined;
}

const written = Checker.of(frozenContract);

/** Starts the service of a world on loopback. Use with `await using`. */
export function startService(name: WorldName, options: ServiceOptions = {}): Promise<Listening> {
  const world = serviceOf[name];
  const { refusal } = world;
  const jobs = new Map<string, { sent: JsonObject; readings: number }>();
  let created = 0;
  const json = (status: number, body: Json): Reply => ({
    ...{ status, body },
    mediaType: "application/json",
  });
  const refuse = (status: number, title: string): Reply => ({
    ...{ status, mediaType: refusal.mediaType, body: refusal.body(title) },
  });

  async function reply(request: IncomingMessage): Promise<Reply> {
    const { method = "", url = "", headers } = request;
    const content = await text(request);
    const told: Told = { operationId: "", method, isSuccess: false, reading: 0 };
    const made = respond(told, method, url, headers, content);
    return options.alter?.(made, { ...told, isSuccess: made.status < 300 }) ?? made;
  }

  function respond(
    told: Told,
    method: string,
    url: string,
    { authorization, host }: IncomingMessage["headers"],
    content: string,
  ): Reply {
    if (url.startsWith("/videos/")) return { status: 200, mediaType: "video/mp4", body: "\0video" };
    // The specification has no method for it; owner B has.
    const path = name === "b" ? url.replace("/api/voices/custom", "/api/voices/public") : url;
    const match = written.interface.match(method, path);
    if (!match) return refuse(404, "There is nothing here.");
    const { operationId } = match.operation;
    told.operationId = operationId;
    if (authorization !== `Bearer ${token}` && !options.takesAll)
      return refuse(refusal.wrongToken, "The token is missing or wrong.");
    if (operationId.includes("Voices"))
      return json(world.codes.read, { voices_list: world.voices });
    if (operationId.includes("Avatars"))
      return json(world.codes.read, { avatars_list: world.avatars });
    if (method === "GET") {
      const id = match.parameters["job_id"]!;
      const job = jobs.get(id);
      if (!job) return refuse(404, "There is no such job.");
      told.reading = ++job.readings;
      return json(world.codes.read, readJob(id, job, `http://${host}/videos/${jobs.size}.mp4`));
    }
    const [problem] = options.takesAll ? [] : problemsOf(world, match.operation, content);
    if (problem !== undefined) return refuse(refusal.wrongBody, problem);
    const sent = toBody("application/json", content).json;
    return create(operationId, isObject(sent) ? sent : {});
  }

  function readJob(id: string, job: { sent: JsonObject; readings: number }, address: string) {
    const { statuses, outputs, jobType, failed } = world;
    const hasEnded = job.readings >= statuses.length;
    const hasFailed = hasEnded && job.sent["project_name"] === "Broken" && failed !== undefined;
    const status = statuses[Math.min(job.readings, statuses.length) - 1]!;
    return {
      ...{ job_type: jobType, job_id: id, status: hasFailed ? failed : status },
      project_name: String(job.sent["project_name"]),
      output: hasEnded ? outputs.done(address) : outputs.rendering,
    };
  }

  function create(operationId: string, sent: JsonObject): Reply {
    const id = `job-${++created}`;
    const receipt = { job_id: id, status: world.statuses[0]! };
    if (operationId === "createLipsyncVideo")
      return json(world.codes.create, { ...receipt, input: sent, output: "" });
    if (operationId === "createDynamicSlideVideo")
      return json(world.codes.create, { ...receipt, output: "" });
    jobs.set(id, { sent, readings: 0 });
    return json(world.codes.createHpJob, { ...receipt, ...world.receipt(sent) });
  }

  const server = createServer((request, response) => {
    void reply(request).then(({ status, mediaType, body }) => {
      const sent = typeof body === "string" ? body : JSON.stringify(body);
      response.writeHead(status, { "content-type": mediaType }).end(sent);
    });
  });
  return listen(server);
}

/** What a world refuses about a body: what the specification says, and then what its owner has answered. */
function problemsOf(
  world: World,
  operation: Parameters<Checker["requestProblems"]>[0],
  content: string,
): string[] {
  const body = toBody("application/json", content);
  const problems = written
    .requestProblems(operation, { request: body })
    .map(({ place, problem }) => `${place} ${problem}`);
  const { json } = body;
  if (!isObject(json)) return [...problems, "The body is no JSON object."];
  const say = (isWrong: boolean, what: string) => void (isWrong && problems.push(what));
  const isBeyond = (value: Json | undefined, [least, most]: [number, number]) =>
    typeof value === "number" && (value < least || value > most);
  const { operationId } = operation;
  const isOwn = (field: string) => !everyName.includes(field) || world.segmentLists.includes(field);
  const known = fieldsOf[operationId]!.filter(
    (field) => operationId !== "createHpJob" || isOwn(field),
  );
  const unknown = Object.keys(json).filter((field) => !known.includes(field));
  say(world.refusesUnknownFields && unknown.length > 0, `unknown field ${unknown.join(", ")}`);
  if (operationId === "createLipsyncVideo") {
    const hasBoth = json["actor"] !== undefined && json["script"] !== undefined;
    say(!!world.needsActorAndScript && !hasBoth, "`actor` and `script` are needed");
  } else if (operationId === "createDynamicSlideVideo") {
    say(isBeyond(json["slides_count"], world.slides), "`slides_count` is out of bounds");
    for (const { inputs } of listAt(json, "customizations"))
      say(Array.isArray(inputs) && !!world.input && !inputs.every(world.input), "another input");
  } else {
    say(isBeyond(json["variable_count"], world.variables), "`variable_count` is out of bounds");
    for (const index of ["data_slice_start_index", "data_slice_end_index"])
      say(isBeyond(json[index], [world.firstIndex, Infinity]), `\`${index}\` is out of bounds`);
    const isOther = (time: Json | undefined) => !!world.timeType && typeof time !== world.timeType;
    for (const { start_time: from, end_time: to } of known.flatMap((name) => listAt(json, name)))
      say(isOther(from) || isOther(to), `a time is a ${world.timeType}`);
  }
  return problems;
}

/** Objects of a list; none where there is no list. */
const listAt = (json: JsonObject, name: string): JsonObject[] =>
  (Array.isArray(json[name]) ? json[name] : []).filter(isObject);

const fieldsOf: Record<string, string[]> = {
  createLipsyncVideo: ["model", "actor", "script"],
  createDynamicSlideVideo: ["template_id", "slides_count", "customizations"],
  createHpJob: [
    ...["project_name", "base_video_url", "variable_count", "data_slice_start_index"],
    ...["data_slice_end_index", "data_xlsx_url", "music", ...everyName],
  ],
};
