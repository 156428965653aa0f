/**
 * What a consumer does in a long day: every operation many times, and jobs that end in every way.
 */
import { hpSegments } from "../../../test/support/example-requests.ts";
import { type Client, isApiError } from "../../../clients/typescript/src/index.ts";
import type { Emulator } from "../../../emulator/src/index.ts";

/** What the emulator asks of every request. */
const both = (round: number) => ({
  actor: { use: "video" as const, video_url: `https://example.com/video/${round}` },
  script: { use: "audio" as const, audio_url: `https://example.com/speech/${round}.mp3` },
});

/** Every third request without an actor, every third without a script, and no two the same. */
const lipsync = (round: number) => ({
  model: "v1" as const,
  ...(round % 3 === 0 ? {} : { actor: both(round).actor }),
  ...(round % 3 === 1 ? {} : { script: both(round).script }),
});

/** A refusal is an answer, too. */
const ignoreRefusal = (error: unknown) => {
  if (!isApiError(error)) throw error;
};

const hpJob = (project_name: string) => ({
  project_name,
  base_video_url: "https://example.com/base-video",
  variable_count: 0,
  data_slice_start_index: 1,
  data_slice_end_index: 2,
  data_xlsx_url: "https://example.com/data.xlsx",
  music: true,
});

export interface Traffic {
  /** Calls of every operation but those of HP jobs. */
  rounds: number;
  /** HP jobs; each is read when it has just begun, and at its end. Every third fails, and every third in one row. */
  jobs: number;
}

export async function makeTraffic(
  client: Client,
  emulator: Emulator,
  { rounds, jobs }: Traffic,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await client.createLipsyncVideo(lipsync(round) as never).catch(ignoreRefusal);
    await client.createLipsyncVideo({ ...lipsync(round), ...both(round) });
    await client.createDynamicSlideVideo({ template_id: `template-${round}`, slides_count: 2 });
    await client.listPublicAvatars();
    await client.listCustomAvatars();
    await client.listPublicVoices();
    await client.getHpJob(`unknown-${round}`).catch(ignoreRefusal);
  }
  const created = await Promise.all(
    Array.from({ length: jobs }, async (_, number) => {
      const names = ["emulator:fail", "emulator:fail-row-2", `Project of customer ${number}`];
      const name = names[number % 3]!;
      const { job_id: id } = await client.createHpJob({
        ...hpJob(name),
        variable_count: 1,
        ...hpSegments([number, number + 1]),
      });
      return id;
    }),
  );
  await Promise.all(created.map((id) => client.getHpJob(id)));
  await emulator.clock.advance("5m");
  await Promise.all(created.map((id) => client.getHpJob(id)));
}
