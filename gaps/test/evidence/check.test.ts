import { describe, expect, it } from "vitest";
import { hpRequest, lipsyncRequest } from "../../../test/support/example-requests.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { runCommand } from "./support/command.ts";
import {
  completeLikeEmulator,
  completeRecording,
  harOf,
  type RecordedCall,
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

/** The same call, with a request that no gap leaves in doubt. */
function withSureRequest(call: RecordedCall): RecordedCall {
  const answer = call.answer as { input?: object; project_name?: string };
  if (answer.input) {
    const sent = lipsyncRequest();
    return { ...call, sent, answer: { ...answer, input: sent } };
  }
  if (call.url !== "/api/hp_job") return call;
  const sent = { ...hpRequest(), project_name: answer.project_name };
  return { ...call, sent, answer: { ...answer, data_json: JSON.stringify(sent) } };
}

describe("check", () => {
  it("holds a recording of anybody against the contract", async () => {
    const { exitCode, output } = await checked(completeLikeEmulator(2).map(withSureRequest));
    expect(exitCode, output).toBe(0);
    expect(output).toContain("✓ 1 stories held");
  });

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
    // while status-of-other-jobs is open
    expect(output).toContain(
      "status-of-other-jobs: a job of createLipsyncVideo: taken 200, as no operation answers (getHpJob)",
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
