/** The templates of slides: how each looks, and nothing else. */

export interface Template {
  id: string;
  /** From the upper left to the lower right. */
  background: [from: string, to: string];
  title: string;
  text: string;
  accent: string;
}

/** The assumption `slide-templates`. */
const templates: Template[] = [
  {
    id: "midnight",
    background: ["#0f172a", "#1e3a5f"],
    title: "#ffffff",
    text: "#cbd5e1",
    accent: "#38bdf8",
  },
  {
    id: "paper",
    background: ["#fffdf7", "#f4ede0"],
    title: "#1c1917",
    text: "#57534e",
    accent: "#c2410c",
  },
  {
    id: "forest",
    background: ["#052e2b", "#14532d"],
    title: "#f0fdf4",
    text: "#bbf7d0",
    accent: "#facc15",
  },
];

/** A template by its identifier. The first one stands for those that nobody here knows. */
export function findTemplate(id: string): { template: Template; isKnown: boolean } {
  const found = templates.find((template) => template.id === id);
  return { template: found ?? (templates[0] as Template), isKnown: found !== undefined };
}
