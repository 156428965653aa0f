/** The words of a note: what each means, and how a reader is told. */

/** What a gap can be, and what its kind says of the document that the contract comes from. */
export const gapKinds = {
  "not-shown": { label: "Not documented", meaning: "the specification does not say" },
  contradiction: { label: "Contradiction", meaning: "it says two things" },
  ambiguity: { label: "Ambiguous", meaning: "it can be read in several ways" },
  inferred: {
    label: "Inferred",
    meaning: "it suggests, but does not state, what the contract encodes",
  },
};

export type GapKind = keyof typeof gapKinds;

/** What a wrong guess about a gap does to a consumer, the worst first: the order of every register. */
export const gapImpacts = {
  "costs-money-or-data": {
    label: "May cost money or data",
    meaning: "a wrong guess pays in vain or twice, or loses or overwrites something",
  },
  "blocks-integration": {
    label: "Blocks an integration",
    meaning: "without the answer, a part of the service cannot be used",
  },
  "changes-behaviour": {
    label: "Changes behaviour",
    meaning: "a wrong guess is refused, or gives another result than expected",
  },
  cosmetic: {
    label: "Cosmetic",
    meaning: "a consumer that follows the reading needs no answer",
  },
};

export type GapImpact = keyof typeof gapImpacts;
