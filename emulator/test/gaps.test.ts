import { describe, expect, test } from "vitest";
import gaps from "../../generated/gaps.json" with { type: "json" };
import { createEmulator, type Emulator } from "../src/index.ts";
import { readings } from "../src/service/readings.ts";
import { type Received, send } from "./support/client.ts";
import { findFault, service } from "./support/contracts.ts";
import {
  hpRequest,
  lipsyncRequest,
  otherHpRequest,
  slidesRequest,
} from "../../test/support/example-requests.ts";

const every = Object.entries(readings).flatMap(([gap, known]) =>
  Object.entries(known).map(([name, reading]) => ({ gap, name, reading })),
);

const isOpen = (gap: string) => gaps.gaps.some(({ id }) => id === gap);

/** A walk through every operation, with a success and a refusal of each kind. */
async function walk(emulator: Emulator): Promise<{ operation: string; received: Received }[]> {
  const seen: { operation: string; received: Received }[] = [];
  const visit = async (
    operation: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const method = body === undefined ? "GET" : "POST";
    const received = await send(emulator, { method, path, body, ...(headers && { headers }) });
    seen.push({ operation, received });
    return received.body;
  };
  await visit("createLipsyncVideo", "/api/express_lipsync_video", lipsyncRequest());
  await visit("createLipsyncVideo", "/api/express_lipsync_video", { model: "v1" });
  await visit("createDynamicSlideVideo", "/api/template_dynamic_slide_video", {
    ...slidesRequest(),
    extra: 1,
  });
  await visit("createDynamicSlideVideo", "/api/template_dynamic_slide_video", {
    ...slidesRequest(),
    template_id: "emulator:instant",
  });
  // Times in the other form, so that a reading which knows only one of them shows.
  await visit("createHpJob", "/api/hp_job", otherHpRequest());
  const { job_id } = (await visit("createHpJob", "/api/hp_job", hpRequest())) as { job_id: string };
  await visit("getHpJob", `/api/hp_job/${job_id}`);
  await emulator.clock.advance("1m");
  await visit("getHpJob", `/api/hp_job/${job_id}`);
  await visit("getHpJob", `/api/hp_job/${job_id}`);
  await visit("getHpJob", "/api/hp_job/none");
  await visit("listPublicAvatars", "/api/avatars/public");
  await visit("listPublicVoices", "/api/voices/public");
  await visit("listCustomAvatars", "/api/avatars/custom", undefined, {
    authorization: "Bearer other",
  });
  return seen;
}

const withGap = (gap: string, name: string) =>
  createEmulator({ seed: 1, clock: { mode: "manual" }, gaps: { [gap]: name } });

/** A walk with nothing random in it, for comparing. */
const essence = (seen: Awaited<ReturnType<typeof walk>>) =>
  seen.map(({ received: { status, mediaType, body } }) =>
    JSON.stringify([status, mediaType, body]).replaceAll(
      /127\.0\.0\.1:\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g,
      "",
    ),
  );

describe("a reading of a gap", () => {
  test.each(every)(
    "$gap=$name shows, and stays within the contract unless it says otherwise",
    async ({ gap, name, reading }) => {
      const plain = await createEmulator({ seed: 1, clock: { mode: "manual" } });
      const played = await withGap(gap, name);
      try {
        const seen = await walk(played);
        // Of a gap that is closed, one reading may be what the contract states by now.
        if (isOpen(gap)) {
          expect(essence(seen)).not.toEqual(essence(await walk(plain)));
          const marks = seen.map(({ received }) => received.headers.get("x-emulator-played"));
          if (reading.change) expect(marks).toContain(`${gap}=${name}`);
        }
        expect(seen.every(({ received }) => received.status < 500)).toBe(true);
        const faults = seen.flatMap(({ operation, received }) => {
          const mediaType = received.mediaType.split(";")[0] ?? "";
          return findFault(service, operation as never, { ...received, mediaType }) ?? [];
        });
        const { breaksContract } = played.gaps
          .list()
          .find((playable) => playable.gap === gap)!
          .readings.find((known) => known.name === name)!;
        // What breaks the contract now that a gap is closed may still keep it by chance.
        if (faults.length > 0 || reading.breaksContract) expect(breaksContract).toBe(true);
        if (reading.breaksContract) expect(faults).not.toEqual([]);
      } finally {
        await plain.close();
        await played.close();
      }
    },
  );
});

/** Whether a reading is left that does not break the contract: those of closed gaps do. */
const hasChoice = () => every.some(({ gap, reading }) => isOpen(gap) && !reading.breaksContract);

describe("readings by chance", () => {
  test("are the same under the same seed, differ under another, and stay within the contract", async () => {
    const run = async (seed: number) => {
      const emulator = await createEmulator({ seed, gaps: "random", clock: { mode: "manual" } });
      const seen = await walk(emulator);
      await emulator.close();
      return essence(seen);
    };
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
  });

  test("never make a defect, whatever is drawn", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const emulator = await createEmulator({ seed, gaps: "random", clock: { mode: "manual" } });
      const seen = await walk(emulator);
      await emulator.close();
      expect(
        seen.filter(({ received }) => received.status >= 500),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  test("are others at each draw, and the first ones again after a reset", async () => {
    const emulator = await createEmulator({ seed: 1, listen: false });
    const draw = () => {
      emulator.gaps.drawAll();
      return emulator.gaps.list().map(({ played }) => played);
    };
    const draws = Array.from({ length: 20 }, draw);
    expect(new Set(draws.map(String)).size > 1).toBe(hasChoice());
    await emulator.reset();
    expect(Array.from({ length: 20 }, draw)).toEqual(draws);
    await emulator.close();
  });

  test("are named only where they changed something", async () => {
    const emulator = await withGap("hp-output-fields", "empty");
    const created = await send(emulator, {
      method: "POST",
      path: "/api/hp_job",
      body: hpRequest(),
    });
    const path = `/api/hp_job/${created.body.job_id}`;
    expect((await send(emulator, { path })).headers.get("x-emulator-played")).toBeNull();
    await emulator.clock.advance("10s");
    expect((await send(emulator, { path })).headers.get("x-emulator-played")).toBe(
      "hp-output-fields=empty",
    );
    await emulator.close();
  });

  test("do not change the job that is kept", async () => {
    const emulator = await withGap("lipsync-input-echo", "without-script");
    await send(emulator, {
      method: "POST",
      path: "/api/express_lipsync_video",
      body: lipsyncRequest(),
    });
    expect(emulator.jobs.list()[0]?.input).toEqual(lipsyncRequest());
    await emulator.close();
  });
});

test.each([
  ["unauthorized-403", 401, 403, { status: 403, title: "Forbidden", code: "forbidden" }],
  ["always-400", 404, 400, { status: 400, title: "Bad Request", code: "not_found" }],
])(
  "the body of a refusal says what its status code says: %s",
  async (name, assumed, status, body) => {
    const emulator = await withGap("failure-status-codes", name);
    const refused = await send(emulator, {
      path: "/api/hp_job/none",
      headers: assumed === 401 ? { authorization: "Bearer other" } : {},
    });
    expect(refused).toMatchObject({ status, body });
    await emulator.close();
  },
);

test("a reading that does not exist is refused, and those that do are named", async () => {
  await expect(withGap("job-status-values", "nonsense")).rejects.toThrow(
    /unknown-word, upper-case/,
  );
  await expect(withGap("nonsense", "x")).rejects.toThrow(/job-status-values/);
});
