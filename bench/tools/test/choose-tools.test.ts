import { expect, it } from "vitest";
import { chooseTools } from "../choose-tools.ts";

const tools = ["Kubb", "orval 7", "orval 8"].map((name) => ({ name, package: name, trials: [] }));

it.each([
  { words: [], names: ["Kubb", "orval 7", "orval 8"], isWritten: false },
  { words: ["--write"], names: ["Kubb", "orval 7", "orval 8"], isWritten: true },
  { words: ["Orval"], names: ["orval 7", "orval 8"], isWritten: false },
  { words: ["orval", "8"], names: ["orval 8"], isWritten: false },
])("$words chooses $names", ({ words, names, isWritten }) => {
  const choice = chooseTools(tools, words);
  expect(choice.tools.map(({ name }) => name)).toEqual(names);
  expect(choice.isWritten).toBe(isWritten);
});

it.each([
  { words: ["--wirte"], message: "No tool is called --wirte. There are Kubb; orval 7; orval 8." },
  { words: ["orval", "--write"], message: "leave out orval, or --write" },
])("$words is refused", ({ words, message }) => {
  expect(() => chooseTools(tools, words)).toThrow(message);
});
