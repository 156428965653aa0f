import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { runStories } from "../src/run/run-stories.ts";
import { type Alteration, AlteringProxy } from "./support/altering-proxy.ts";

interface Planted extends Alteration {
  what: string;
  operation: string;
  place: string;
}

const lipsync = /^POST \/api\/express_lipsync_video/;
const slides = /^POST \/api\/template_dynamic_slide_video/;
const create = /^POST \/api\/hp_job/;
const read = /^GET \/api\/hp_job\//;
const avatars = /^GET \/api\/avatars\/public/;
const voices = /^GET \/api\/voices\/public/;

const inBody =
  (change: (body: any) => void): Alteration["alter"] =>
  (answer) => {
    if (answer.status < 300) change(answer.body);
  };

const planted: Planted[] = [
  {
    what: "a receipt without job_id",
    request: slides,
    alter: inBody((body) => delete body.job_id),
    operation: "createDynamicSlideVideo",
    place: "/job_id",
  },
  {
    what: "a job_id that is a number",
    request: create,
    alter: inBody((body) => (body.job_id = 7)),
    operation: "createHpJob",
    place: "/job_id",
  },
  {
    what: "an empty job_id",
    request: slides,
    alter: inBody((body) => (body.job_id = "")),
    operation: "createDynamicSlideVideo",
    place: "/job_id",
  },
  {
    what: "a receipt without status",
    request: lipsync,
    alter: inBody((body) => delete body.status),
    operation: "createLipsyncVideo",
    place: "/status",
  },
  {
    what: "a status that is a number",
    request: read,
    alter: inBody((body) => (body.status = 1)),
    operation: "getHpJob",
    place: "/status",
  },
  {
    what: "an output that is null",
    request: slides,
    alter: inBody((body) => (body.output = null)),
    operation: "createDynamicSlideVideo",
    place: "/output",
  },
  {
    what: "an output of a receipt that is an object",
    request: lipsync,
    alter: inBody((body) => (body.output = {})),
    operation: "createLipsyncVideo",
    place: "/output",
  },
  {
    what: "an output that is not empty while the job is rendering",
    request: slides,
    alter: inBody((body) => (body.output = "soon")),
    operation: "createDynamicSlideVideo",
    place: "/output",
  },
  {
    what: "an output of a job read back that is a string",
    request: read,
    alter: inBody((body) => (body.output = "")),
    operation: "getHpJob",
    place: "/output",
  },
  {
    what: "a receipt without the echo",
    request: lipsync,
    alter: inBody((body) => delete body.input),
    operation: "createLipsyncVideo",
    place: "/input",
  },
  {
    what: "an echo of another model",
    request: lipsync,
    alter: inBody((body) => (body.input.model = body.input.model === "v1" ? "v2" : "v1")),
    operation: "createLipsyncVideo",
    place: "/input/model",
  },
  {
    what: "an echo with a model that does not exist",
    request: lipsync,
    alter: inBody((body) => (body.input.model = "v3")),
    operation: "createLipsyncVideo",
    place: "/input/model",
  },
  {
    what: "an echo of an actor without its avatar",
    request: lipsync,
    alter: inBody((body) => (body.input.actor = { use: "avatar" })),
    operation: "createLipsyncVideo",
    place: "/input/actor",
  },
  {
    what: "another job than the one asked for",
    request: read,
    alter: inBody((body) => (body.job_id = "another")),
    operation: "getHpJob",
    place: "/job_id",
  },
  {
    what: "another project than the one created",
    request: read,
    alter: inBody((body) => (body.project_name = "another")),
    operation: "getHpJob",
    place: "/project_name",
  },
  {
    what: "a job without job_type",
    request: read,
    alter: inBody((body) => delete body.job_type),
    operation: "getHpJob",
    place: "/job_type",
  },
  {
    what: "a list without avatars_list",
    request: avatars,
    alter: inBody((body) => delete body.avatars_list),
    operation: "listPublicAvatars",
    place: "/avatars_list",
  },
  {
    what: "a list that is an object",
    request: avatars,
    alter: inBody((body) => (body.avatars_list = {})),
    operation: "listPublicAvatars",
    place: "/avatars_list",
  },
  {
    what: "a list of names",
    request: voices,
    alter: inBody((body) => (body.voices_list = ["Clara"])),
    operation: "listPublicVoices",
    place: "/voices_list/0",
  },
  {
    what: "an answer that is an array",
    request: voices,
    alter: (answer) => (answer.body = []),
    operation: "listPublicVoices",
    place: "/",
  },
  {
    what: "an answer that is not JSON",
    request: slides,
    alter: (answer) => (answer.body = "OK"),
    operation: "createDynamicSlideVideo",
    place: "body",
  },
  {
    what: "JSON that is called text",
    request: voices,
    alter: (answer) => (answer.mediaType = "text/plain"),
    operation: "listPublicVoices",
    place: "Content-Type",
  },
  {
    what: "a success that is a failure",
    request: create,
    alter: (answer) => (answer.status = 500),
    operation: "createHpJob",
    place: "status",
  },
  {
    what: "a job that nobody has created",
    request: /^GET \/api\/hp_job\/no-such-job/,
    alter: (answer) => {
      answer.status = 200;
      answer.mediaType = "application/json";
      answer.body = {
        job_type: "hp_job",
        job_id: "no-such-job",
        status: "rendering",
        project_name: "",
        output: {},
      };
    },
    operation: "getHpJob",
    place: "status",
  },
  {
    what: "a list for everybody",
    request: avatars,
    alter: (answer) =>
      Object.assign(answer, {
        status: 200,
        mediaType: "application/json",
        body: { avatars_list: [] },
      }),
    operation: "listPublicAvatars",
    place: "status",
  },
];

let emulator: Emulator;
const contract = await readBundle();
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 1 });
});
afterAll(() => emulator.close());

async function disagreementsAt(baseUrl: string) {
  const { token } = emulator;
  const options = { create: true, environment: "test", intervalMs: 20, waitLimitMs: 5_000 };
  const { result } = await runStories(contract, { baseUrl, token, ...options });
  return result.stories.flatMap(({ disagreements }) => disagreements);
}

describe("a service that disagrees is found out", () => {
  it.each(planted)("by $what", async ({ operation, place, ...alteration }) => {
    await using proxy = await AlteringProxy.create(emulator.url, alteration);
    const found = await disagreementsAt(proxy.url);
    expect(found).toContainEqual(expect.objectContaining({ operation, place }));
    // What was planted is in one operation, and nothing is said of the others.
    expect(new Set(found.map((item) => item.operation))).toEqual(new Set([operation]));
  });

  it("and one that agrees is not", async () => {
    const unaltered = { request: /^$/, alter: () => {} };
    await using proxy = await AlteringProxy.create(emulator.url, unaltered);
    expect(await disagreementsAt(proxy.url)).toEqual([]);
  });
});
