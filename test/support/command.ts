/** What tests of every command ask of it: what it shows, and which options it has. */
import { vi } from "vitest";

/** What a command wrote to each stream, and to both, as a terminal shows them. */
export interface Shown {
  output: string;
  /** On the standard output. */
  printed: string;
  /** On the standard error. */
  told: string;
}

/** Keeps what is written by `console` from now on. Use with `using`. */
export function captureConsole(): { shown: Shown } & Disposable {
  const shown = { output: "", printed: "", told: "" };
  const addTo = (stream: "printed" | "told") => (text: unknown) => {
    shown.output += `${String(text)}\n`;
    shown[stream] += `${String(text)}\n`;
  };
  const spies = [
    vi.spyOn(console, "log").mockImplementation(addTo("printed")),
    vi.spyOn(console, "error").mockImplementation(addTo("told")),
  ];
  return {
    shown,
    [Symbol.dispose]: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

/** The options that a help lists, with the second name of those that have two. */
export function optionsOf(help: string): string[] {
  const lines = help.matchAll(/^ +(?:-\w, )?(--[a-z][\w.-]*)(?:, (--[\w-]+))?/gm);
  return [...lines].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
}
