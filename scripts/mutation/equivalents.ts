/** Mutants that change nothing a consumer could miss, and why. Everything else has to be caught. */

export interface Equivalent {
  /** Descriptions of the mutants, as the run prints them. */
  mutants: string[];
  because: string;
}

const withoutExamples = (...schemas: string[]) =>
  schemas.map((path) => `remove the examples (#/components/schemas/${path})`);

const equivalents: Equivalent[] = [
  {
    mutants: withoutExamples(
      "AvatarActor/properties/use",
      "VideoActor/properties/use",
      "AudioScript/properties/use",
      "TextScript/properties/use",
    ),
    because: "The value is a constant, which is its own example.",
  },
  {
    mutants: withoutExamples(
      "Actor",
      "Script",
      "LipsyncVideoInput",
      "LipsyncVideoInputEcho",
      "HpVariable",
      "DynamicSlideVideoInput/properties/customizations",
      // while variables-or-customizations is open
      "HpJobInput/properties/variables",
      "HpJobInput/properties/customizations",
      // end
    ),
    because: "The examples of the messages show it, and those of its parts.",
  },
  {
    mutants: withoutExamples(
      "Avatar",
      "Voice",
      "HpJobOutput",
      "SlideCustomization/properties/inputs",
      "AvatarList/properties/avatars_list",
      "VoiceList/properties/voices_list",
    ),
    because: "The example is empty, because nothing is known of the content. None says the same.",
  },
  {
    mutants: [
      'clients/typescript/src/in-time.ts: < → <= in: const limit = leftMs < limits[name] ? "deadlineMs" : name;',
    ],
    because: "Where both limits end at the same moment, either is the right one to name.",
  },
  {
    mutants: [
      "clients/typescript/src/wait.ts: >= → > in: const mayPass = isPassing(failure) || status >= 500;",
    ],
    because: "Of a 500, the rule of retries says already that it may pass.",
  },
  {
    mutants: [
      "conformance/src/observe/units.ts: 32 → 64 in: constructor(jobNames: Iterable<string>, key: Buffer = randomBytes(32)) {",
    ],
    because: "A longer key is as secret as one of 32 bytes.",
  },
  {
    mutants: [
      "conformance/src/observe/har.ts: throw error instanceof SyntaxError ? bro… → nothing in: throw error instanceof SyntaxError ? brokenAt(file, count + 1) : error;",
    ],
    because:
      "What is no JSON ends before the list does, which the next lines report in the same words.",
  },
  {
    mutants: ["conformance/src/observe/sketch.ts: 1024 → 2048 in: export const limit = 1024;"],
    because: "A sketch of twice the hashes estimates better, and takes twice the memory.",
  },
  {
    mutants: [
      "conformance/src/observe/sketch.ts: > → >= in: if (hash > this.#bound || this.#kept.has(hash)) return;",
    ],
    because: "The bound is one of the hashes that are kept.",
  },
  {
    mutants: ["conformance/src/propose/statistics.ts: 1 → 2 in: let units = 1;"],
    because: "Every bound that is asked for needs far more than two units.",
  },
  {
    mutants: [
      "conformance/src/propose/values.ts: 0 → 1 in: const units = evidence.at(pointer)?.units ?? 0;",
      "conformance/src/propose/statuses.ts: 0 → 1 in: count: statuses[0]?.count ?? 0, (2)",
      'conformance/src/propose/presence.ts: 0 → 1 in: const { samples = 0, units = 0 } = seen?.types["object"] ?? {};',
    ],
    because: "What was never seen is refused as such, before anybody looks at this count.",
  },
];

/** Why nobody misses a mutant; undefined for one that has to be caught. */
export function reasonFor(mutant: string): string | undefined {
  return equivalents.find(({ mutants }) => mutants.includes(mutant))?.because;
}

/** Descriptions of all equivalent mutants. */
export function equivalentMutants(): string[] {
  return equivalents.flatMap(({ mutants }) => mutants);
}
