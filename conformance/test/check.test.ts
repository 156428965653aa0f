import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { runCommand } from "./support/command.ts";
import {
  completeRecording,
  harOf,
  type RecordedCall,
  completeLikeEmulator,
} from "./support/recording.ts";

const usual = ["--base-url", "https://service.example"];

async function checked(calls: RecordedCall[], ...options: string[]) {
  await using folder = await temporaryFolder();
  await folder.write("recording.har", harOf(calls));
  return await runCommand(folder.path, "check", "recording.har", ...usual, ...options);
}

/** One with an actor and a script: of the three rounds the last. */
function wholeLipsyncCall(): RecordedCall {
  return completeRecording(3).findLast(({ url }) => url === "/api/express_lipsync_video")!;
}

describe("check", () => {
  // while segment-time-type and actor-and-script-presence and variables-or-customizations are open
  it("holds a recording of anybody against the contract", async () => {
    const { exitCode, output } = await checked(completeLikeEmulator(2));
    expect(exitCode, output).toBe(0);
    expect(output).toContain("✓ 1 stories held");
  });
  // end

  it("says how to repeat a request, and shows nothing of what was sent", async () => {
    const call = completeRecording(1).find(({ url }) => url === "/api/hp_job")!;
    const { exitCode, output } = await checked([{ ...call, answer: { job_id: 7 } }]);
    expect(exitCode).toBe(1);
    expect(output).toContain("createHpJob /job_id: must be string (recording)");
    expect(output).toContain(
      `curl -i -H "Authorization: Bearer $VIDEO_TOKEN" -X POST -H "Content-Type: application/json" --data '@request.json' 'https://service.example/api/hp_job'`,
    );
    expect(output).not.toMatch(/customer/i);
  });

  it("does not blame a service for what it says of a job that another operation has created", async () => {
    const lipsync = wholeLipsyncCall();
    const { job_id: id } = lipsync.answer as { job_id: string };
    const { exitCode, output } = await checked([
      lipsync,
      { url: `/api/hp_job/${id}`, answer: { status: "ready", url: "https://cdn.example/1" } },
      { url: "/api/voices/custom", answer: { voices_list: [] } },
      { url: "/api/voices/custom", status: 404, answer: {} },
    ]);
    expect(exitCode, output).toBe(0);
    // while hp-status-of-other-jobs is open
    expect(output).toContain(
      "hp-status-of-other-jobs: a job of createLipsyncVideo: taken 200, as no operation answers (getHpJob)",
    );
    // end
    // while custom-voices-endpoint is open
    expect(output).toContain(
      "custom-voices-endpoint: taken 200, as listPublicVoices answers (GET /api/voices/custom); refused 404 (GET /api/voices/custom)",
    );
    // end
  });

  it("claims nothing of an answer that it did not look at", async () => {
    const text = `{"voices_list":[${"[".repeat(200_000)}${"]".repeat(200_000)}]}`;
    const content = { mimeType: "application/json", text };
    const unseen = await checked([{ url: "/api/voices/public", response: { content } }]);
    expect(unseen.exitCode, unseen.output).toBe(0);
    expect(unseen.output).toMatch(/held +0 held, 1 calls/);
  });

  it("takes a path that is badly encoded for what it is", async () => {
    const { exitCode, output } = await checked([
      wholeLipsyncCall(),
      { url: "/api/hp_job/%E0%A4%A", status: 404, answer: {} },
    ]);
    expect(exitCode, output).toBe(0);
  });

  it("needs a call of the service that is meant", async () => {
    const { exitCode, output } = await checked([{ url: "/somewhere" }]);
    expect(exitCode).toBe(2);
    expect(output).toContain("None of the 1 exchanges is a call of an operation");
  });
});
