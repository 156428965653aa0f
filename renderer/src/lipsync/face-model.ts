/** The port behind which a model moves the lips of a person, and a model behind HTTP, as FACE-MODEL.md describes it. */
import { createWriteStream, openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { setTimeout } from "node:timers/promises";
import { InputError, SourceFault } from "../tools/faults.ts";
import type { Workplace } from "../wrap-renderer.ts";

export interface FaceTask {
  /** Path of a video of a person, any container that ffmpeg reads. */
  video: string;
  /** Path of a WAV file with what the person shall say. */
  sound: string;
  /** Where the new video goes. Its sound is not used. */
  target: string;
}

/** With its key, who has made the task, or is making it, need not make it again. */
export type FaceContext = Pick<Workplace, "signal" | "key" | "reportProgress">;

/**
 * Makes a video in which the lips follow the sound. Rejects with an {@link InputError} for what it never can; with any other error, the
 * task is tried again.
 *
 * @returns `model` only for a person whose lips follow the sound: the mark on the picture disappears with it
 */
export type FaceModel = (
  task: FaceTask,
  context: FaceContext,
) => Promise<{ fidelity: "model" | "preview" }>;

export interface FaceServer {
  /** Such as `http://gpu-1:8000`. */
  address: string;
  /** Sent as a bearer token. */
  token?: string | undefined;
  /** How often it is asked how far it is. @default 1000 */
  pollMs?: number;
}

/** What the server says of a task. */
interface State {
  id: string;
  status: "running" | "done" | "failed";
  /** From 0 to 1. */
  progress?: number;
  /** Why it failed: the input is to blame. */
  error?: string;
  fidelity?: string;
}

const taskMs = 60 * 60 * 1000;

/** @throws {Error} for an invalid address */
export function connectFaceModel({ address, token, pollMs = 1000 }: FaceServer): FaceModel {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Error(`The face model ${address} is no address. Set it to http://host:port.`);
  const root = address.replace(/\/$/, "");
  const authorization = token ? { authorization: `Bearer ${token}` } : undefined;

  async function call(path: string, signal: AbortSignal, init: RequestInit = {}) {
    const headers = { ...authorization, ...(init.headers as Record<string, string>) };
    const response = await fetch(root + path, { ...init, headers, signal }).catch(
      (error: Error) => {
        signal.throwIfAborted();
        const reason = error.cause instanceof Error ? error.cause.message : error.message;
        throw new SourceFault(`the face model ${root} does not respond: ${reason}`);
      },
    );
    if (response.ok) return response;
    const { status } = response;
    const text = await response.text();
    const said = `the face model sent ${status}${text && `: ${text.slice(0, 200)}`}`;
    const isPassing = status >= 500 || [404, 408, 409, 425, 429].includes(status);
    throw new (isPassing ? SourceFault : InputError)(said);
  }

  return async ({ video, sound, target }, { signal, key, reportProgress }) => {
    const overdue = AbortSignal.timeout(taskMs);
    const either = AbortSignal.any([signal, overdue]);
    const ask = async (path: string, init?: RequestInit) =>
      (await (await call(path, either, init)).json()) as State;
    let id: string | undefined;
    try {
      const body = new FormData();
      body.set("video", await openAsBlob(video), "video");
      body.set("sound", await openAsBlob(sound, { type: "audio/wav" }), "sound.wav");
      const headers = { "idempotency-key": key };
      let state = await ask("/tasks", { method: "POST", body, headers });
      id = encodeURIComponent(state.id);
      const path = `/tasks/${id}`;
      while (state.status === "running") {
        reportProgress(state.progress ?? 0);
        await setTimeout(pollMs, undefined, { signal: either });
        state = await ask(path);
      }
      if (state.status !== "done")
        throw new InputError(`the face model failed: ${state.error ?? "it does not say why"}`);
      const { body: bytes } = await call(`${path}/video`, either);
      if (!bytes) throw new SourceFault("the face model sent no video");
      await pipeline(Readable.fromWeb(bytes as ReadableStream), createWriteStream(target), {
        signal: either,
      });
      return { fidelity: state.fidelity === "model" ? "model" : "preview" };
    } catch (error) {
      // It works for nobody any more.
      if (id !== undefined && either.aborted) {
        const limited = AbortSignal.timeout(30_000);
        await call(`/tasks/${id}`, limited, { method: "DELETE" }).catch(() => {});
      }
      signal.throwIfAborted();
      if (overdue.aborted)
        throw new SourceFault(`the face model took more than ${taskMs / 1000} s`);
      throw error;
    }
  };
}
