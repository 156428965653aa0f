import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "openapi-gaps/document";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openGapsOf } from "../src/contract/document.ts";
import { GapPlayer } from "../src/gaps/gap-player.ts";
import { createEmulator, type Emulator, type EmulatorOptions } from "../src/index.ts";
import { behaviours, unmet } from "../src/service/behaviours.ts";
import { send, start } from "./support/client.ts";
import { findFault, service } from "./support/contracts.ts";
import { hpRequest, lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";

const every = Object.entries(behaviours).flatMap(([gap, known]) =>
  Object.entries(known).map(([name, behaviour]) => ({ gap, name, behaviour })),
);

const lipsync = "/api/express_lipsync_video";
const slides = "/api/template_dynamic_slide_video";
const instant = "emulator:instant";

/** A walk through every operation, with a success and a refusal of each kind. */
async function walk(emulator: Emulator) {
  const visit = async (operation: string, path: string, body?: unknown) => {
    const method = body === undefined ? "GET" : "POST";
    return { operation, ...(await send(emulator, { method, path, body })) };
  };
  const seen = [
    await visit("createLipsyncVideo", lipsync, lipsyncRequest()),
    await visit("createLipsyncVideo", lipsync, { model: "v1" }),
    await visit("createLipsyncVideo", lipsync, { ...lipsyncRequest(), extra: 1 }),
    await visit("createDynamicSlideVideo", slides, { ...slidesRequest(), extra: 1 }),
    await visit("createDynamicSlideVideo", slides, { ...slidesRequest(), template_id: instant }),
    await visit("createHpJob", "/api/hp_job", hpRequest()),
  ];
  const pathOf = (created: (typeof seen)[number]) =>
    `/api/hp_job/${encodeURIComponent(created.body.job_id)}`;
  const job = pathOf(seen.at(-1)!);
  seen.push(
    await visit("createHpJob", "/api/hp_job", { ...hpRequest(), project_name: "emulator:fail" }),
  );
  const failing = pathOf(seen.at(-1)!);
  seen.push(await visit("getHpJob", job));
  await emulator.clock.advance("1m");
  seen.push(
    await visit("getHpJob", job),
    await visit("getHpJob", job),
    await visit("getHpJob", job),
    await visit("getHpJob", failing),
    // The same again, and another job of the same name.
    await visit("createHpJob", "/api/hp_job", hpRequest()),
    await visit("getHpJob", job),
    await visit("getHpJob", "/api/hp_job/none"),
    await visit("listPublicAvatars", "/api/avatars/public"),
    await visit("listPublicVoices", "/api/voices/public"),
    await visit("listCustomAvatars", "/api/avatars/custom"),
  );
  await emulator.clock.advance("2h");
  seen.push(await visit("listPublicVoices", "/api/voices/public"));
  return seen;
}

/** What a walk through an emulator has seen. */
const walkThrough = async (options: EmulatorOptions) => walk(await start(options));

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** A walk with nothing random in it, for comparing. */
const essence = (seen: Awaited<ReturnType<typeof walk>>) =>
  JSON.stringify(
    seen.map(({ status, mediaType, body, headers }) => [
      ...[status, mediaType, body],
      ...["api-version", "x-ratelimit-limit"].map((name) => headers.get(name)),
    ]),
  ).replaceAll(/127\.0\.0\.1:\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");

type Visit = Awaited<ReturnType<typeof walk>>[number];

/** A response by its parts: status, each header that a behaviour may set, and each field, or the body where that has none. */
function partsOf({ status, headers, body }: Visit): Record<string, unknown> {
  const named = ["content-type", "retry-after", "api-version"].concat(
    ["remaining", "limit"].map((name) => `x-ratelimit-${name}`),
  );
  const sent = named.map((name) => [name, headers.get(name)] as const);
  const fields = isObject(body) ? body : { body };
  const parts = JSON.stringify({ HTTP: status, ...Object.fromEntries(sent), ...fields });
  // What no two walks have in common.
  return JSON.parse(
    parts.replaceAll(/127\.0\.0\.1:\d+/g, "host").replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, "then"),
  );
}

/** What differs from a usual walk: in which of its responses, and what the first one of an operation has, unless another one has the same. */
function differenceOf(seen: Visit[], usual: Visit[]) {
  const at: number[] = [];
  const shows: Record<string, string> = {};
  for (const [index, visit] of seen.entries()) {
    const [now, was] = [partsOf(visit), partsOf(usual[index]!)];
    const changed = Object.keys({ ...was, ...now }).filter(
      (name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]),
    );
    if (changed.length === 0) continue;
    at.push(index);
    const change = JSON.stringify(
      Object.fromEntries(changed.map((name) => [name, now[name] ?? null])),
    );
    if (!Object.values(shows).includes(change)) shows[visit.operation] ??= change;
  }
  return { at: at.join(" "), ...shows };
}

const table = parse(readFileSync(join(import.meta.dirname, "behaviours.yaml"), "utf8")) as {
  met: Record<string, object>;
  unmet: Record<string, string[]>;
};

test("each gap that no client meets has its own reason", () => {
  const rows = Object.entries(table.unmet).flatMap(([reason, gaps]) =>
    gaps.map((gap) => [gap, reason]),
  );
  expect(unmet).toEqual(Object.fromEntries(rows));
});

test("every behaviour has a row, and no row is of none", () => {
  const names = every.map(({ gap, name }) => `${gap}=${name}`);
  expect(Object.keys(table.met)).toEqual(names);
});

let usual: Visit[];
beforeAll(async () => {
  const emulator = await createEmulator({ seed: 1, clock: { mode: "manual" } });
  usual = await walk(emulator);
  await emulator.close();
});

test.each(every)(
  "$gap=$name shows as its row says, and stays within the contract unless it says otherwise",
  async ({ gap, name, behaviour }) => {
    const played = await start({ gaps: { [gap]: name } });
    const seen = await walk(played);
    const row = { says: behaviour.says, ...differenceOf(seen, usual) };
    expect(row).toEqual(table.met[`${gap}=${name}`]);
    const marks = seen.map(({ headers }) => headers.get("x-emulator-played"));
    if (behaviour.change) expect(marks).toContain(`${gap}=${name}`);
    expect(seen.every(({ status }) => status < 500)).toBe(true);
    const faults = seen.flatMap(({ operation, ...received }) => {
      const mediaType = received.mediaType.split(";")[0] ?? "";
      // “Input data JSON”: no schema says it.
      const isData = isJson(received.body?.data_json ?? "{}");
      const fault = findFault(service, operation as never, { ...received, mediaType });
      return fault ?? (isData ? [] : ["data_json is not JSON"]);
    });
    const known = played.gaps.list().find((playable) => playable.gap === gap)!.behaviours;
    const { breaksContract } = known.find((each) => each.name === name)!;
    expect(breaksContract).toBe(behaviour.breaksContract ?? false);
    expect(faults.length > 0).toBe(breaksContract);
  },
);

test("where the owner has answered, a behaviour breaks the contract, and chance draws none", () => {
  const open = new Set(Object.keys(behaviours).filter((gap) => gap !== "hp-output-fields"));
  for (const { gap, behaviours: known } of new GapPlayer(0, behaviours, open).list())
    for (const { name, breaksContract } of known)
      expect(breaksContract, `${gap}=${name}`).toBe(
        gap === "hp-output-fields" || (behaviours[gap]![name]!.breaksContract ?? false),
      );
  const drawn = Array.from(
    { length: 40 },
    (_, seed) => new GapPlayer(seed, behaviours, open, "random"),
  );
  const played = drawn.flatMap((player) => player.list().filter((gap) => gap.played !== null));
  expect(played.map(({ gap }) => gap)).not.toContain("hp-output-fields");
  expect(played.map(({ gap }) => gap)).toContain("avatar-fields");
});

describe("behaviours by chance", () => {
  test("are the same under the same seed, and differ under another", async () => {
    const run = async (seed: number) => essence(await walkThrough({ seed, gaps: "random" }));
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
  });

  test("never make a defect, whatever is drawn", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const seen = await walkThrough({ seed, gaps: "random" });
      const defects = seen.filter(({ status }) => status >= 500);
      expect(defects, `seed ${seed}`).toEqual([]);
    }
  });
});

test("every gap has behaviours, or a reason in one line why no client meets any", () => {
  for (const id of openGapsOf(service.document))
    if (!behaviours[id]) expect(unmet[id], id).toMatch(/^[A-Z].{10,150}\.$/);
    else expect(Object.keys(behaviours[id])).not.toEqual([]);
});

test("the service says which behaviours it has met, without playing any", async () => {
  const emulator = await start({});
  const met = emulator.gaps.watch();
  await send(emulator, { path: "/api/voices/public" });
  expect([...met].sort()).toEqual(
    expect.arrayContaining(["list-pagination=pages", "voice-fields=empty"]),
  );
  expect([...met].filter((name) => /avatar|job|error/.test(name))).toEqual([]);
  const seen = await walk(emulator);
  expect(seen.filter(({ headers }) => headers.has("x-emulator-played"))).toEqual([]);
  expect(met.size).toBe(every.length);
});

test("a behaviour is named only where it changed something", async () => {
  const seen = await walkThrough({ gaps: { "hp-output-fields": "empty" } });
  const marks = seen
    .filter(({ operation, status }) => operation === "getHpJob" && status === 200)
    .map(({ headers }) => headers.get("x-emulator-played"));
  expect(marks).toEqual([null, ...Array(5).fill("hp-output-fields=empty")]);
});

test.each([
  [{ "error-body": "html", "rate-limits": "every-second-read" }, 429, /^text\/html/],
  [{ "failure-status-codes": "always-400", "rate-limits": "every-second-read" }, 400, /json/],
])("what one gap refuses is refused as another has it: %o", async (chosen, status, type) => {
  const emulator = await start({ gaps: chosen });
  await send(emulator, { path: "/api/voices/public" });
  const refused = await send(emulator, { path: "/api/voices/public" });
  expect(refused.status).toBe(status);
  expect(refused.headers.get("content-type")).toMatch(type);
  expect(refused.headers.get("x-emulator-played")).toBe(
    Object.entries(chosen)
      .toReversed()
      .map((pair) => pair.join("="))
      .join(", "),
  );
});

test("the same choice in another order is the same service", async () => {
  const chosen = { "hp-videos-per-job": "one", "data-slice-end": "excluded" };
  const bodies: unknown[] = [];
  for (const pairs of [Object.entries(chosen), Object.entries(chosen).toReversed()]) {
    const emulator = await start({ seed: 1, gaps: Object.fromEntries(pairs) });
    const project_name = "emulator:instant";
    const created = await send(emulator, {
      ...{ method: "POST", path: "/api/hp_job" },
      body: { ...hpRequest(), project_name },
    });
    const { body } = await send(emulator, { path: `/api/hp_job/${created.body.job_id}` });
    bodies.push(body.output.videos.map(({ row }: { row: number }) => row));
  }
  expect(bodies).toEqual([[1], [1]]);
});
