/** What the command has around it: streams, environment, a person. */

/** Tests and the fault matrix bring their own. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads the messages, and can answer. */
  canAsk: boolean;
  /** Whether progress can be shown. */
  isTerminal: boolean;
  /** Aborted when the command has to stop; the reason is the name of the signal. */
  signal: AbortSignal;
  input(): AsyncIterable<Uint8Array>;
  /** Rejects with a {@link CommandError}. */
  write(text: string): Promise<void>;
  /** Messages, progress and errors; never fails. */
  notify(text: string): void;
  /** Asks the person at the terminal. `undefined` for the end of the input. */
  ask(question: string): Promise<string | undefined>;
}
