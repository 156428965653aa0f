import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requires, tools } from "../../test/support/requires.ts";
import { createRenderer } from "../src/index.ts";
import {
  giving,
  home,
  hpTask,
  lavfi,
  make,
  readText,
  render,
  rendererTools,
} from "./support/render.ts";

/** Each with what the reader of pictures calls its language, where it has one, and whether an English voice can speak it. */
const names: [name: string, language: string | undefined, isSpoken: boolean][] = [
  ["山田太郎さくら", "jpn", false],
  ["김철수", "kor", false],
  ["अर्जुन शर्मा", "hin", false],
  ["สมชาย", "tha", false],
  ["محمد علي", "ara", false],
  ["דוד כהן", "heb", false],
  ["Ada 山田", "jpn", false],
  ...[
    ...["1.234,50 €", "2026-05-17", "=1+1", "Grace Hopper 🎉", "   Grace", "O'Brien: 100 %", "Zoë"],
    ...["a:b='c'", "50% [off]", "back\\slash", "Núñez & Çelik", 'say "hi"', "semi;colon,comma"],
    ...["$(reboot)", "<b>Bold</b>"],
  ].map((name): [string, string, boolean] => [name, "eng", true]),
];

describe("a name is shown, whatever it is", requires(tools.languages, ...rendererTools), () => {
  test("and spoken where the voice of the job can speak it", async () => {
    const base = await make(join(home, "base.mp4"), ...lavfi("color=navy:s=1280x720:r=5:d=3"));
    const renderer = createRenderer({ voice: "slt" });
    const variables = [{ start_time: 0, end_time: 3 }];
    const context = { path: join(home, "names"), download: giving(base) };
    for (const [index, [name, language, isSpoken]] of names.entries()) {
      const made = await render(renderer, hpTask([name], { variables }, index + 1), context);
      const { warning } = made as { warning?: string };
      expect(warning === undefined, name).toBe(isSpoken);
      if (!isSpoken)
        expect(warning).toMatch(
          /^Segment 1 is shown and not spoken: the voice slt cannot speak "."/,
        );
      // Signs that a reader of pictures passes over, or takes for another one.
      const plain = (text: string) =>
        text
          .normalize("NFKD")
          .replaceAll("ى", "ي")
          .replaceAll(/[’‘]/g, "'")
          .replaceAll(/[“”]/g, '"')
          .replaceAll(/[\u0300-\u036f]/g, "")
          .replaceAll(/[\s\p{Extended_Pictographic}٠-٩]/gu, "");
      const seen = plain(await readText(made.path, 1.5, language));
      expect(seen, name).toContain(plain(name));
    }
  });
});
