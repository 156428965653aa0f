import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requires } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer, InputError, wrapRenderer } from "../src/index.ts";
import { voiceOf } from "../src/speech/voices.ts";
import { speak } from "../src/speech/speak.ts";
import { childrenOf } from "./support/processes.ts";
import {
  giving,
  hpTask,
  lavfi,
  listFiles,
  make,
  needed,
  render,
  rendererTools,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

describe("a renderer that is wrapped", () => {
  const write = (scratch: string) => writeFile(join(scratch, "video.mp4"), "a video");

  test("has all that its row shares until the row is made, however much that is", async () => {
    const renderer = wrapRenderer(async (_task, { scratch, share }) => {
      const base = await share("base", (folder) => writeFile(join(folder, "made"), ""));
      const folders: string[] = [];
      for (let text = 0; text < 80; text++)
        folders.push(
          // What is shared is found from all folders that are filled.
          await share(`text-${text}`, (folder) =>
            copyFile(join(base, "made"), join(folder, "made")),
          ),
        );
      for (const folder of folders) await readFile(join(folder, "made"));
      await write(scratch);
      return {};
    });
    const path = join(home, "shared");
    await render(renderer, hpTask(["Ada"]), { path });
    // What is kept has a bound.
    expect((await listFiles(path)).filter((name) => name.endsWith("/made"))).toHaveLength(64);
  });

  test("keeps what rows share of four jobs on which nobody works", async () => {
    const renderer = wrapRenderer(async (_task, { scratch, share }) => {
      await share("base", (folder) => writeFile(join(folder, "prepared"), ""));
      await write(scratch);
      return {};
    });
    const path = join(home, "idle");
    for (const name of ["one", "two", "three", "four", "five", "six"])
      await render(renderer, hpTask(["Ada"]), { path: join(path, name) });
    expect((await listFiles(path)).filter((name) => name.endsWith("/prepared"))).toEqual(
      ["five", "four", "six", "three"].map((name) => join(name, "work", "base", "prepared")),
    );
  });

  test("waits for a folder that cannot be made at first", async () => {
    const renderer = wrapRenderer(
      async (_task, { scratch }) => {
        await write(scratch);
        return {};
      },
      { pausesMs: [10] },
    );
    const path = join(home, "folder");
    let asked = 0;
    const folder = async () => {
      if (++asked === 1) throw new Error("ENOSPC: no space left on device");
      await mkdir(path);
      return path;
    };
    const made = await render(renderer, hpTask(["Ada"]), { path, folder });
    expect(await readFile(made.path, "utf8")).toBe("a video");
  });
});

/** A disk that is soon full. */
const mounts = {
  name: "mounts",
  isPresent: () =>
    spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0,
  install: "run the tests as root",
};

function mount(path: string, options: string): void {
  const done = spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", path]);
  if (done.status !== 0) throw new Error(done.stderr.toString());
}

describe("a fault that passes costs no row", needed, () => {
  const segments = { variables: [{ start_time: "0", end_time: "1" }] };
  const texts = ["Ada", "Grace", "Hedy"];
  let base: string;
  beforeAll(async () => {
    base = await make(join(home, "base.mp4"), ...lavfi("testsrc2=s=160x90:r=25:d=2"));
  });
  const fromBase = (address: string, path: string) => giving(base)(address, path);

  function renderAll(path: string, options: object, download = fromBase) {
    const renderer = createRenderer({ voice: "slt", ...options });
    const rows = texts.map((text, index) =>
      render(renderer, hpTask([text], segments, index + 1), { path, download }),
    );
    return Promise.allSettled(rows);
  }
  const done = texts.map(() => "fulfilled");
  const statuses = (made: PromiseSettledResult<unknown>[]) => made.map(({ status }) => status);

  test.each([
    "it was answered with status code 503",
    "it took more than 120000 ms",
    "connect ECONNREFUSED 192.0.2.1:80",
  ])("of a source that fails once: %s", async (reason) => {
    let asked = 0;
    const download = async (address: string, path: string) => {
      const code = /E[A-Z]+/.exec(reason)?.[0];
      if (++asked === 1)
        throw Object.assign(new Error(`${address} cannot be fetched: ${reason}`), { code });
      return fromBase(address, path);
    };
    const made = await renderAll(join(home, reason), { pausesMs: [10] }, download);
    expect(statuses(made)).toEqual(done);
    // Each row does not fetch for itself.
    expect(asked).toBe(2);
  });

  test("of a source that stays away ends soon for the rows that come after", async () => {
    let asked = 0;
    const download = async () => {
      asked++;
      throw new Error("It cannot be fetched: it was answered with status code 503");
    };
    const made = await renderAll(
      join(home, "away"),
      { pausesMs: [10, 10], rowsAtOnce: 1 },
      download,
    );
    expect(statuses(made)).toEqual(texts.map(() => "rejected"));
    expect(asked).toBeLessThanOrEqual(9);
  });

  test("but an answer of a source is not asked for again", async () => {
    let asked = 0;
    const download = async () => {
      asked++;
      throw new Error("It cannot be fetched: it was answered with status code 404");
    };
    const made = await renderAll(join(home, "gone"), {}, download);
    expect(made.map((one) => one.status === "rejected" && one.reason)).toEqual(
      texts.map(() => expect.any(InputError)),
    );
    expect(asked).toBe(1);
  });

  test("of four children that somebody kills", async () => {
    const killed = new Set<number>();
    const ended = new AbortController();
    const killing = (async () => {
      while (killed.size < 4 && !ended.signal.aborted) {
        for (const name of ["ffmpeg", "flite"])
          for (const pid of await childrenOf(process.pid, name))
            if (killed.size < 4 && !killed.has(pid)) {
              killed.add(pid);
              process.kill(pid, "SIGKILL");
            }
        await setTimeout(5);
      }
    })();
    const made = await renderAll(join(home, "killed"), { pausesMs: [10, 10, 10, 10, 10] });
    ended.abort();
    await killing;
    expect(killed.size).toBe(4);
    expect(statuses(made)).toEqual(done);
  });

  test(
    "of a disk that is full for a while, and the error names it",
    requires(mounts, ...rendererTools),
    async () => {
      const path = join(home, "disk");
      await mkdir(path);
      mount(path, "size=300k");
      try {
        const full = await renderAll(path, { pausesMs: [] });
        for (const one of full)
          expect(one.status === "rejected" && String(one.reason)).toMatch(
            /disk of .* is full|ENOSPC|No space left/,
          );
        const rendering = renderAll(path, { pausesMs: [200, 500, 1000, 2000] });
        await setTimeout(400);
        mount(path, "remount,size=100m");
        expect(statuses(await rendering)).toEqual(done);
        expect((await listFiles(path)).filter((name) => /^video-.*mp4$/.test(name))).toHaveLength(
          3,
        );
      } finally {
        spawnSync("umount", [path]);
      }
    },
  );

  test(
    "of a voice without room is no silent voice",
    requires(mounts, ...rendererTools),
    async () => {
      const cwd = join(home, "small");
      await mkdir(cwd);
      mount(cwd, "size=16k");
      try {
        const run = { cwd, signal: new AbortController().signal, timeoutMs: 10_000 };
        const text = "This text takes more room than there is.";
        for (const voice of ["slt", "da"])
          await expect(speak(text, voiceOf(voice), voice, run)).rejects.toThrow(
            /full|cut off|ENOSPC/,
          );
      } finally {
        spawnSync("umount", [cwd]);
      }
    },
  );
});
