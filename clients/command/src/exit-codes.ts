/** What the exit code of the command says. Scripts rely on it: codes are added, and never change their meaning. */
export const exitCodes = {
  done: 0,
  /** A defect of this command. */
  defect: 1,
  /** Called wrongly, or not confirmed. Nothing was sent. */
  usage: 2,
  /** The service refused: a status outside `2XX`. */
  refused: 3,
  /** No usable answer, and no job was paid for: it is safe to try again. */
  unanswered: 4,
  /** A create without a usable answer: a job may have been started, and paid for. */
  unclear: 5,
  /** The wait was over before its job. */
  waitOver: 6,
  /** Not everything was downloaded. */
  downloads: 7,
  /** The result cannot be written. */
  output: 8,
  /** Stopped by Ctrl-C. */
  interrupted: 130,
  /** The reader of the output has gone. */
  pipeClosed: 141,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
