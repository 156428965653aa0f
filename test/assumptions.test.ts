/** A comment that names an assumption leads a reader to it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/support/locations.ts";
import { frozenFile } from "./support/frozen.ts";

test("each assumption that the code names exists", () => {
  // An owner's answer takes one away, and not what was done on it until then.
  const registers = [join(root, "generated/assumptions.json"), frozenFile("assumptions.json")];
  const register = registers.map((file) => readFileSync(file, "utf8")).join("\n");
  const known = new Set([...register.matchAll(/"id": "([\w-]+)"/g)].map(([, id]) => id));
  const named = ["emulator/src", "renderer/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => {
        const text = readFileSync(join(root, folder, file), "utf8");
        const lists = text.matchAll(/\bassumptions? ((?:`[\w-]+`(?:, | and )?)+)/g);
        return [...lists].flatMap(([, list = ""]) =>
          [...list.matchAll(/`([\w-]+)`/g)].map(([, id]) => ({ file, id })),
        );
      }),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ id }) => !known.has(id))).toEqual([]);
});
