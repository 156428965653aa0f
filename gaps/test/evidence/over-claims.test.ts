/** What must not be proposed, and what is said instead. Each was proposed once. */
import { describe, expect, it } from "vitest";
import { Validators } from "../../src/document/validators.ts";
import { formats } from "../../src/document/validators.ts";
import { frozenContract as contract } from "../../../test/support/frozen.ts";
import fc from "fast-check";
import { Interface } from "../../src/evidence/interface.ts";
import { withActions } from "../../src/document/overlay.ts";
import { closingOverlay } from "../../src/close/overlay.ts";
import { proposeClosures } from "../../src/evidence/propose.ts";
import { observe } from "./support/observing.ts";
import type { RecordedCall } from "./support/recording.ts";

function reasonAgainst(gap: string, calls: RecordedCall[]): string {
  const proposal = proposeClosures(contract, observe(calls)).find((each) => each.gap === gap)!;
  return "because" in proposal ? proposal.because : `proposed: ${proposal.effect}`;
}

const times = (count: number, call: (round: number) => RecordedCall) =>
  Array.from({ length: count }, (_, round) => call(round));

const hpJob = (job: string | number, fields: object): RecordedCall => ({
  url: `/api/hp_job/job-${job}`,
  answer: {
    job_type: "hp_job",
    job_id: `job-${job}`,
    status: "rendering",
    project_name: "A name",
    output: {},
    ...fields,
  },
});

const avatars = (round: number, list: unknown[]): RecordedCall => ({
  url: "/api/avatars/public",
  time: new Date(Date.UTC(2026, 2, 4) + round * 60_000).toISOString(),
  answer: { avatars_list: list },
});

describe("statuses are not closed", () => {
  it("by one job that was polled 189 times", () => {
    expect(
      reasonAgainst(
        "job-status-values",
        times(400, () => hpJob(1, { status: "rendering" })),
      ),
    ).toMatch(/too little evidence: 0 of at least 189 resources seen at several stages/);
  });

  it("by many jobs that were only seen while they render", () => {
    expect(
      reasonAgainst(
        "job-status-values",
        times(400, (round) => hpJob(round, { status: "rendering" })),
      ),
    ).toMatch(/0 of at least 189 resources seen at several stages/);
  });

  it("by 200 values of which 100 are null", () => {
    const calls = times(200, (round) => hpJob(round, { status: round % 2 ? null : "done" }));
    expect(reasonAgainst("job-status-values", calls)).toMatch(
      /not all values are strings: 100 are null, of 200 values; a list would refuse them/,
    );
  });
});

describe("fields are not described", () => {
  it("from four avatars that were listed 50 times", () => {
    const four = times(4, (number) => ({ avatar_id: `avatar-${number}`, name: "Ada" }) as never);
    const calls = times(50, (round) => avatars(round, four));
    expect(reasonAgainst("avatar-fields", calls)).toMatch(
      /too little evidence: 4 of at least 10 different objects, 6 more are needed/,
    );
  });

  it("from four avatars whose addresses are signed anew for every list", () => {
    const calls = times(50, (round) =>
      avatars(
        round,
        times(4, (number) => ({ preview: `https://a.example/${number}?sign=${round}` }) as never),
      ),
    );
    expect(reasonAgainst("avatar-fields", calls)).toMatch(/4 of at least 10/);
  });

  it("from four avatars that are renamed for every list", () => {
    const four = (round: number) =>
      times(4, (number) => ({ avatar_id: `avatar-${number}`, name: `Ada ${round}` }) as never);
    const calls = times(50, (round) => avatars(round, four(round)));
    expect(reasonAgainst("avatar-fields", calls)).toMatch(/4 of at least 10/);
  });

  it("when ten of a hundred items are objects", () => {
    const calls = times(100, (round) =>
      avatars(round, [round < 10 ? { avatar_id: `avatar-${round}` } : `avatar-${round}`]),
    );
    expect(reasonAgainst("avatar-fields", calls)).toMatch(
      /not all values are objects: 90 are string, of 100 values/,
    );
  });
});

describe("an echo is not closed", () => {
  const lipsync = (round: number, change: (echo: any) => void = () => {}): RecordedCall => {
    const sent = {
      model: "v1",
      actor: { use: "video", video_url: `https://a.example/${round}` },
      script: { use: "audio", audio_url: "https://a.example/a" },
    };
    const input = structuredClone(sent);
    change(input);
    return {
      url: "/api/express_lipsync_video",
      sent,
      answer: { job_id: `job-${round}`, status: "rendering", output: "", input },
    };
  };

  it("by requests that all sent actor and script", () => {
    expect(
      reasonAgainst(
        "lipsync-input-echo",
        times(50, (round) => lipsync(round)),
      ),
    ).toMatch(/0 of at least 10 different requests \(without `actor`\)/);
  });

  it("by one request that was sent fifty times", () => {
    expect(
      reasonAgainst(
        "lipsync-input-echo",
        times(50, () => lipsync(1)),
      ),
    ).toMatch(/too little evidence: 1 of at least 35 different requests/);
  });

  it("when one of many differs", () => {
    const calls = times(50, (round) =>
      lipsync(round, (echo) => {
        if (round === 7) delete echo.script;
      }),
    );
    expect(reasonAgainst("lipsync-input-echo", calls)).toMatch(
      /not always the request: it is another in 1 answers/,
    );
  });
});

/** Whatever a service answers, the contract that is proposed from it accepts these answers. */
it("nothing is proposed that refuses a recorded answer", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(null, true, 0, 1.5, "", "word", "2026-13-45", "2026-01-31", "a text"),
      fc.constantFrom("https://a.example/x", "https://a b/", "2026-01-31T25:00:00Z", "12"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("name", "video_url", "row", "ready_at"), tie("any"), {
        maxKeys: 4,
      }),
    ),
  })).any;
  const fields = fc.dictionary(fc.constantFrom("name", "url", "row", "made_at"), value);
  fc.assert(
    fc.property(
      fc.array(fields, { minLength: 1, maxLength: 6 }),
      fc.array(fc.constantFrom("done", "failed", "queued"), { minLength: 1, maxLength: 3 }),
      (outputs, statuses) => {
        const calls = times(
          200,
          (round) =>
            [
              hpJob(round, { status: "rendering", output: outputs[0] }),
              hpJob(round, {
                status: statuses[round % statuses.length],
                output: outputs[round % outputs.length],
              }),
              avatars(round, [
                { avatar_id: `avatar-${round}`, ...outputs[round % outputs.length]! },
              ]),
            ] as never,
        ).flat() as RecordedCall[];
        const proposals = proposeClosures(contract, observe(calls));
        const actions = proposals.flatMap((each) => ("actions" in each ? each.actions : []));
        const changed = new Validators(withActions(contract, actions, closingOverlay), {
          formats,
        });
        const of = new Interface(contract);
        for (const { url, answer } of calls) {
          const { pointer } = of.match("GET", url)!.operation;
          const schema = `${pointer}/responses/2XX/content/application~1json/schema`;
          expect(changed.errors(schema, answer)).toEqual([]);
        }
      },
    ),
    { numRuns: 25 },
  );
});
