/**
 * What a consumer does with the service, as stories. The same stories stand in `openapi/workflows/`
 * as Arazzo.
 */
import {
  type Client,
  isApiError,
  isJobWaitTimeoutError,
} from "../../../clients/typescript/src/index.ts";
import { isDeepStrictEqual } from "node:util";
import type { Inputs } from "./inputs.ts";

/** What a story is told with. */
export interface Teller {
  client: Client;
  /** Calls an operation without a token. Returns the status code. */
  callWithoutToken: (path: string) => Promise<number>;
  inputs: Inputs;
  /** Pause between two readings of a job, in milliseconds. */
  intervalMs: number;
  /** Limit of a wait for a job, in milliseconds. */
  waitLimitMs: number;
  /**
   * States something about the service.
   *
   * @param place JSON pointer into the answer of the operation, or `status`
   */
  expect: (operation: string, place: string, statement: string, holds: boolean) => void;
}

export interface Story {
  name: string;
  title: string;
  /** Jobs that it starts. */
  creates: number;
  tell: (teller: Teller) => Promise<void>;
}

const lists = [
  ["listPublicAvatars", "public avatars"],
  ["listCustomAvatars", "custom avatars"],
  ["listPublicVoices", "public voices"],
] as const;

const lipsyncs = [
  "avatar_speaks_text",
  "avatar_speaks_audio",
  "video_speaks_text",
  "video_speaks_audio",
];

export const stories: Story[] = [
  ...lists.map(([operation, what]): Story => ({
    name: operation,
    title: `Lists the ${what}`,
    creates: 0,
    tell: async ({ client }) => void (await client[operation]()),
  })),
  {
    name: "missing-token",
    title: "Refuses a request without a token",
    creates: 0,
    tell: async ({ callWithoutToken, expect }) => {
      const status = await callWithoutToken("/api/avatars/public");
      expect("listPublicAvatars", "status", "a request without a token fails", status >= 300);
    },
  },
  {
    name: "unknown-job",
    title: "Does not find a job that nobody has created",
    creates: 0,
    tell: async ({ client, expect }) => {
      const found = await client.getHpJob("no-such-job").then(
        () => true,
        (error: unknown) => {
          if (isApiError(error)) return false;
          throw error;
        },
      );
      expect("getHpJob", "status", "the identifier of no job is refused", !found);
    },
  },
  ...lipsyncs.map((name): Story => ({
    name,
    title: `Creates a lipsync video: ${name.replaceAll("_", " ")}`,
    creates: 1,
    tell: async ({ client, inputs, expect }) => {
      const input = inputs.get(name)!;
      const job = await client.createLipsyncVideo(input as never);
      const echo = job.input as { [field: string]: unknown };
      const echoed = Object.keys(echo).filter((field) => field in input);
      for (const field of echoed) {
        const same = isDeepStrictEqual(echo[field], input[field]);
        expect("createLipsyncVideo", `/input/${field}`, `${field} is echoed as it was sent`, same);
      }
      expectReceipt(expect, "createLipsyncVideo", job);
    },
  })),
  {
    name: "slides",
    title: "Creates a dynamic slide video",
    creates: 1,
    tell: async ({ client, inputs, expect }) => {
      const input = inputs.get("slides_with_audio_layer")!;
      expectReceipt(
        expect,
        "createDynamicSlideVideo",
        await client.createDynamicSlideVideo(input as never),
      );
    },
  },
  ...(["variables", "customizations"] as const).map((spelling): Story => ({
    name: `hp-job-${spelling}`,
    title: `Creates an HP job with ${spelling}, waits, and reads it back`,
    creates: 1,
    tell: async (teller) => tellHpJob(teller, `segments_as_${spelling}`),
  })),
];

async function tellHpJob(teller: Teller, name: string): Promise<void> {
  const { client, inputs, intervalMs, waitLimitMs, expect } = teller;
  const input = inputs.get(name)!;
  const receipt = await client.createHpJob(input as never);
  expectReceipt(expect, "createHpJob", receipt);
  const first = await client.getHpJob(receipt.job_id);
  expect(
    "getHpJob",
    "/job_id",
    "the job read back is the one created",
    first.job_id === receipt.job_id,
  );
  const sameName = first.project_name === input["project_name"];
  expect("getHpJob", "/project_name", "the project has the name it was given", sameName);
  const done = await client
    .waitForHpJob(receipt.job_id, { intervalMs, maxWaitMs: waitLimitMs })
    .catch((error: unknown) => {
      // Nobody has promised how long it takes, so a job that is not done is no disagreement.
      if (isJobWaitTimeoutError(error)) return undefined;
      throw error;
    });
  if (done)
    expect("getHpJob", "/job_id", "the job keeps its identifier", done.job_id === receipt.job_id);
}

interface Receipt {
  job_id: string;
  status: string;
  output?: unknown;
}

function expectReceipt(
  expect: Teller["expect"],
  operation: string,
  { job_id: id, status, output }: Receipt,
): void {
  expect(operation, "/job_id", "the job has an identifier", id !== "");
  if (status !== "rendering" || output === undefined) return;
  expect(operation, "/output", "the output is empty while the job is rendering", output === "");
}
