import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { siteFolder } from "../../support/locations.ts";
import { breakShell, maxLine } from "../shell-lines.ts";

const url = "https://service.example/packages/emulator-0.1.0.tgz";

describe("long lines of shell", () => {
  it.each([
    ["short", "npm test -- --checks", "npm test -- --checks"],
    ["without an option", `npm install ${url} ${url}`, `npm install ${url} ${url}`],
    ["a comment", `# ${"word ".repeat(20)}--option`, `# ${"word ".repeat(20)}--option`],
    [
      "an option with its value, and what comes after it",
      `npx --yes --package ${url} video-generation-emulator --port 0`,
      `npx --yes \\\n  --package ${url} \\\n  video-generation-emulator --port 0`,
    ],
    [
      "a line that goes on already",
      `run \\\n  --first ${url} --second two \\\n  --third three`,
      `run \\\n  --first ${url} \\\n  --second two \\\n  --third three`,
    ],
    [
      "options in a text",
      `send --data '{ "words": "an --option, and a text that is long" }' --yes --header "a --b"`,
      `send --data '{ "words": "an --option, and a text that is long" }' \\\n  --yes --header "a --b"`,
    ],
    [
      "a text over lines",
      `curl --silent ${url} --data '{\n  "a": "${"long ".repeat(20)}--b"\n}'`,
      `curl --silent ${url} --data '{\n  "a": "${"long ".repeat(20)}--b"\n}'`,
    ],
  ])("%s", (_, code, broken) => {
    expect(breakShell(code)).toBe(broken);
    // The same words in the same order.
    expect(broken.replaceAll(/ \\\n\s*/g, " ")).toBe(code.replaceAll(/ \\\n\s*/g, " "));
  });

  it("stand on no page where an option could begin a line", () => {
    const pages = readdirSync(siteFolder).filter((name) => /(?<!^reference)\.html$/.test(name));
    const long = pages.flatMap((name) => {
      const html = readFileSync(join(siteFolder, name), "utf8");
      const blocks = [
        ...html.matchAll(/<code class="language-(?:bash|sh)">([^<]*(?:<(?!\/code)[^<]*)*)/g),
      ];
      return blocks
        .flatMap(([, code = ""]) => code.replaceAll(/<[^>]*>/g, "").split("\n"))
        .filter((line) => line.length > maxLine + 20 && /\S.* --\w[^'"]*$/.test(line.slice(0, -8)))
        .map((line) => `${name}: ${line}`);
    });
    expect(long).toEqual([]);
  });
});
