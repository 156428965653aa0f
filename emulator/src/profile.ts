/** `assumed` fills what the specification leaves open; `strict` shows only what it states. */
export type Profile = "assumed" | "strict";
