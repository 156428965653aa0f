/** Mutants that change nothing a consumer could miss, and why. Everything else has to be caught. */

export interface Equivalent {
  /** The beginning of the mutant's description. */
  what: string;
  /** The places: JSON pointers into the bundle. */
  places: string[];
  because: string;
}

const schema = (path: string) => `#/components/schemas/${path}`;

export const equivalents: Equivalent[] = [
  {
    what: "remove the examples",
    places: ["AvatarActor", "VideoActor", "AudioScript", "TextScript"].map((name) =>
      schema(`${name}/properties/use`),
    ),
    because: "The value is a constant, which is its own example.",
  },
  {
    what: "remove the examples",
    places: [
      "Actor",
      "Script",
      "LipsyncVideoInput",
      "LipsyncVideoInputEcho",
      "HpVariable",
      "DynamicSlideVideoInput/properties/customizations",
      "HpJobInput/properties/variables",
      "HpJobInput/properties/customizations",
    ].map(schema),
    because: "The examples of the messages show it, and those of its parts.",
  },
  {
    what: "remove the examples",
    places: [
      "Avatar",
      "Voice",
      "HpJobOutput",
      "SlideCustomization/properties/inputs",
      "AvatarList/properties/avatars_list",
      "VoiceList/properties/voices_list",
    ].map(schema),
    because: "The example is empty, because nothing is known of the content. None says the same.",
  },
];

/** Why nobody misses a mutant; undefined for one that has to be caught. */
export function reasonFor(what: string): string | undefined {
  return equivalents.find((entry) => descriptionsOf(entry).includes(what))?.because;
}

/** Descriptions of all equivalent mutants, as `contractMutants` writes them. */
export function equivalentMutants(): string[] {
  return equivalents.flatMap(descriptionsOf);
}

function descriptionsOf({ what, places }: Equivalent): string[] {
  return places.map((place) => `${what} (${place})`);
}
