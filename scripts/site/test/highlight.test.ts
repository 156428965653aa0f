import { describe, expect, it } from "vitest";
import { highlight } from "../highlight.ts";

describe("the colours of a command", () => {
  it("take a body over several lines for one text", () => {
    expect(highlight(`curl --data '{\n  "add": 1\n}'`, "bash")).toBe(
      `<b>curl</b> --data <i>'{\n  "add": 1\n}'</i>`,
    );
  });

  it("leave the numbers of an address and of a version alone", () => {
    const command = "npx ./emulator-0.1.0.tgz --url http://127.0.0.1:4010/#jobs";
    expect(highlight(command, "sh")).toBe(command.replace("npx", "<b>npx</b>"));
  });
});

it("takes a name and its text for one, and a number for a number", () => {
  expect(highlight('{"a": "b", 1: "c"}', "python")).toBe(
    '{<i>"a": "b"</i>, <i class=v>1</i>: <i>"c"</i>}',
  );
});

it("escapes code of every language, also of one that is not known", () => {
  for (const language of ["typescript", "python", "json", "text", "constructor"])
    expect(highlight("a<b>", language).replace(/<\/?[bi][^>]*>/g, "")).toBe("a&lt;b&gt;");
});
