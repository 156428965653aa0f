import { afterEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "../emulator/src/index.ts";
import { findRenderer } from "../scripts/app/find-renderer.ts";
import { hpRequest } from "./support/example-requests.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("npm start", () => {
  test("says in one line which programs are missing, and shows a clip for each video", async () => {
    await using empty = await temporaryFolder();
    vi.stubEnv("PATH", empty.path);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    const found = await findRenderer();
    expect(log.mock.calls).toEqual([
      [expect.stringMatching(/^Videos: [^\n]*ffmpeg[^\n]* missing: apt-get install ffmpeg[^\n]*$/)],
    ]);
    const emulator = await createEmulator({ listen: false, token: "dev", renderMs: 0, ...found });
    const answer = await emulator.fetch("/api/hp_job", {
      method: "POST",
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      body: JSON.stringify(hpRequest()),
    });
    const { job_id } = (await answer.json()) as { job_id: string };
    expect(emulator.jobs.get(job_id)?.status).toBe("completed");
    expect(emulator.jobs.get(job_id)?.videos[0]?.fidelity).toBeUndefined();
    await emulator.close();
  });
});
