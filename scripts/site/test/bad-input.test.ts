import { describe, expect, it } from "vitest";
import { RepositoryCopy } from "../../../test/support/repository-copy.ts";

interface Mistake {
  what: string;
  make: (copy: RepositoryCopy) => Promise<void>;
  /** The place that the message has to name. */
  place: RegExp;
  /** Words of the message that say what to do. */
  remedy: RegExp;
  /** Nothing can be read on: it is reported alone. */
  isFatal?: true;
}

const mistakes: Mistake[] = [
  {
    what: "a link to a page that is missing",
    make: (copy) => copy.edit("docs/pages/waiting.md", (text) => `${text}\n[A page](waitng.md).\n`),
    place: /docs\/pages\/waiting\.md:\d{2}:1/,
    remedy: /Link to one of the pages: .*waiting\.html/,
  },
  {
    what: "a link to an anchor that is missing",
    make: (copy) =>
      copy.edit("docs/pages/waiting.md", (text) =>
        text.replace("](gap:rate-limits)", "](gap:rate-limit)"),
      ),
    place: /docs\/pages\/waiting\.md:\d{2}:1/,
    remedy: /near it are gaps.html#rate-limits/,
  },
  {
    what: "a sample that a page names and nobody wrote",
    make: (copy) =>
      copy.edit("docs/pages/slides.md", (text) =>
        text.replace("createDynamicSlideVideo\n```", "createSlides\n```"),
      ),
    place: /docs\/pages\/slides\.md:\d+:1/,
    remedy: /docs\/samples\/createSlides\.ts/,
  },
  {
    what: "a picture that is missing",
    make: (copy) =>
      copy.edit("docs/pages/index.md", (text) => text.replace("sequence.svg", "sequences.svg")),
    place: /docs\/pages\/index\.md:\d+:1/,
    remedy: /docs\/theme\//,
  },
  {
    what: "a page without a description",
    isFatal: true,
    make: (copy) =>
      copy.edit("docs/pages/slides.md", (text) => text.replace(/description: .*\n/, "")),
    place: /docs\/pages\/slides\.md:1:1/,
    remedy: /description: …/,
  },
  {
    what: "a page of the navigation that is missing",
    isFatal: true,
    make: (copy) =>
      copy.edit("scripts/site/pages.ts", (text) => text.replace('"slides"', '"slide"')),
    place: /docs\/pages\/slide\.md:1:1/,
    remedy: /Write it, or take it out of scripts\/site\/pages\.ts/,
  },
];

/** Found when everything has been read, and reported together. */
const reportedTogether = mistakes.filter(({ isFatal }) => !isFatal);
/** Each ends the build by itself. */
const reportedAlone = mistakes.filter(({ isFatal }) => isFatal);

describe("a mistake in the pages stops the build of the site", () => {
  it.concurrent.each([
    { what: `of ${reportedTogether.length} kinds at once`, found: reportedTogether },
    ...reportedAlone.map((mistake) => ({ what: mistake.what, found: [mistake] })),
  ])("$what", async ({ found }) => {
    await using copy = await RepositoryCopy.create();
    for (const { make } of found) await make(copy);

    const { exitCode, output } = await copy.run("scripts/cli.ts", "site");

    expect(exitCode, output).toBe(1);
    for (const { place, remedy } of found) {
      expect(output).toMatch(place);
      expect(output).toMatch(remedy);
    }
    expect(output.match(/^docs\//gm), output).toHaveLength(found.length);
    expect(output.match(/^✗/gm), output).toHaveLength(1);
    expect(output).not.toMatch(/\n\s+at .+:\d+/);
    expect(await copy.fingerprint("dist")).toBe(emptyFingerprint);
  });
});

it("names the address that the site is published at, also below a path", async () => {
  await using copy = await RepositoryCopy.create();
  const build = async (address: string) => {
    const built = copy.start({ SITE_ADDRESS: address }, "scripts/cli.ts", "site");
    return { exitCode: await built.ended, output: built.output() };
  };
  const refused = await build("example.com/docs");
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain("Set it to where the site is published");
  expect((await build("https://owner.example/repo")).exitCode).toBe(0);
  expect(await copy.read("dist/site/gaps.html")).toContain(
    '<link rel="canonical" href="https://owner.example/repo/gaps.html">',
  );
  // Also without scripts, and in the copy for machines.
  for (const file of ["quickstart.html", "quickstart.md"])
    expect((await copy.read(`dist/site/${file}`)).replace(/<[^>]+>/g, "")).toContain(
      "npm install https://owner.example/repo/packages/video-generation-client",
    );
  expect(await copy.read("dist/site/404.html")).toContain('href="/repo/assets/site.css"');
  expect(await copy.read("dist/site/sitemap.xml")).toContain(
    "https://owner.example/repo/gaps.html",
  );
});

/** SHA-256 of nothing: there is no site. */
const emptyFingerprint = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
