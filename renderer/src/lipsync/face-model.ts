/** The port behind which a model moves the lips of a person. */

export interface FaceTask {
  /** Path of a video of a person, any container that ffmpeg reads. */
  video: string;
  /** Path of a WAV file with what the person shall say. */
  sound: string;
  /** Where the new video goes. Its sound is not used. */
  target: string;
}

export interface FaceContext {
  /** Aborts when the job is not wanted any more. */
  signal: AbortSignal;
  /** The same for the same task, also after a restart: who has made it, or is making it, need not make it again. */
  key: string;
  /** From 0 to 1. */
  reportProgress(share: number): void;
}

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
