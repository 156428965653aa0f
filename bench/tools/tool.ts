/** What is tried of a tool, and on what. */

/** An emulator that runs. */
export interface Service {
  origin: string;
  token: string;
}

/** Where one tool is tried on one document. */
export interface Bench extends Service {
  /** Path of the document. */
  document: string;
  /** An empty folder that finds the packages of `bench/tools`. */
  folder: string;
}

/** One thing that a tool should do with a document. */
export interface Trial {
  /** As the page says it: `compiles`. */
  does: string;
  /** When it fails, the others have nothing to work on. */
  isBasis?: true;
  /**
   * Ends when the tool has done it, perhaps with the figure to be told of it.
   *
   * @throws {Failure} when it has not
   */
  run: (bench: Bench) => Promise<string | void>;
}

export interface Tool {
  name: string;
  /** The package whose version counts. */
  package: string;
  /** In this order. */
  trials: Trial[];
  /** The program without which this machine cannot go on after the first trial. */
  lacks?: () => string | undefined;
}

/** A tool did not do what it should, and said why. */
export class Failure extends Error {
  override name = "Failure";
}
