/** Mutants that change nothing a consumer could miss, and why. Everything else has to be caught. */

interface Equivalent {
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
      "HpJobInput/properties/variables",
      "HpJobInput/properties/customizations",
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
];

/** Descriptions of all equivalent mutants. */
export function equivalentMutants(): string[] {
  return equivalents.flatMap(({ mutants }) => mutants);
}
