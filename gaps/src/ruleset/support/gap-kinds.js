// @ts-check

/**
 * What a gap can be: how a reader is told its kind, and what the kind says about the document that
 * the contract comes from.
 */
export const gapKinds = {
  "not-shown": { label: "Not documented", meaning: "the specification does not say" },
  contradiction: { label: "Contradiction", meaning: "it says two things" },
  ambiguity: { label: "Ambiguous", meaning: "it can be read in several ways" },
  inferred: {
    label: "Inferred",
    meaning: "it suggests, but does not state, what the contract encodes",
  },
};

/** @typedef {keyof typeof gapKinds} GapKind */
