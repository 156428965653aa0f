/**
 * What a consumer does in a long day: every operation many times, and jobs that end in every way.
 */
import { type Client, isApiError } from "../../../clients/typescript/src/index.ts";
import type { Emulator } from "../../../emulator/src/index.ts";

const lipsync = {
  model: "v1",
  actor: { use: "video", video_url: "https://example.com/actor-video" },
  script: { use: "audio", audio_url: "https://example.com/speech.mp3" },
} as const;

const hpJob = (project_name: string) => ({
  project_name,
  base_video_url: "https://example.com/base-video",
  variable_count: 0,
  data_slice_start_index: 1,
  data_slice_end_index: 2,
  data_xlsx_url: "https://example.com/data.xlsx",
  music: true,
});

/** @param rounds jobs of each kind; every third HP job fails */
export async function makeTraffic(
  client: Client,
  emulator: Emulator,
  rounds: number,
): Promise<void> {
  const jobs: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await client.createLipsyncVideo(lipsync);
    await client.createDynamicSlideVideo({ template_id: `template-${round}`, slides_count: 2 });
    const name = round % 3 === 0 ? "emulator:fail" : `Project of customer ${round}`;
    const { job_id: id } = await client.createHpJob({
      ...hpJob(name),
      variable_count: 1,
      variables: [{ start_time: "1", end_time: "3" }],
    });
    jobs.push(id);
    await client.getHpJob(id);
    await client.listPublicAvatars();
    await client.listCustomAvatars();
    await client.listPublicVoices();
    await client.getHpJob(`unknown-${round}`).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
    });
  }
  await emulator.clock.advance("5m");
  for (const id of jobs) {
    for (let reading = 0; reading < 3; reading++) await client.getHpJob(id);
  }
}
