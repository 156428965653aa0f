/** The files of the built site, without a browser. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { collectClosedGaps, collectGaps } from "openapi-gaps";
import { asObject, valueAt } from "openapi-gaps/document";
import { contract, operationsOf } from "../../../test/support/contract.ts";
import { frozenContract } from "../../../test/support/frozen.ts";
import { mount, mounts } from "../../../test/support/mount.ts";
import { requires } from "../../../test/support/requires.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { generatedFolder, root, siteFolder } from "../../support/locations.ts";
import { buildSite } from "../build-site.ts";
import { createDirectives } from "../directives.ts";
import { renderRegisterPage } from "../gaps.ts";
import { keepWhileOpen, readPages } from "../pages.ts";
import { writeReference } from "../reference.ts";
import { collectSearchEntries } from "../search.ts";
import { writeSamples } from "../samples.ts";
import { chapterNames, pageNames } from "./support/visit.ts";

const read = (name: string) => readFileSync(join(siteFolder, name));
const text = (name: string) => read(name).toString();
const names = [...pageNames, ...chapterNames];
const files = readdirSync(siteFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(siteFolder.length + 1));
const gaps = collectGaps(contract);
const closedGaps = collectClosedGaps(contract);

describe("every page", () => {
  it("has a title, a description and a card of its own", () => {
    const heads = names.map((name) => {
      const html = text(`${name}.html`);
      expect(html).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+social-card\.png"/);
      const [, title] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
      const [, description = ""] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
      expect(description.length).toBeGreaterThan(40);
      return { title, description };
    });
    expect(new Set(heads.map(({ title }) => title)).size).toBe(names.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(names.length);
  });

  it.each([...names, "404"])("%s links to files and anchors that are there", (name) => {
    const html = text(`${name}.html`).replaceAll('="/', '="');
    const links = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");
    const own = links.filter((link) => !/^(https?:|data:)/.test(link));
    expect(own.length).toBeGreaterThan(10);
    // Words of a link that say nothing to a reader who hears only the links; "Go" is one for an auditor.
    expect(html).not.toMatch(/<a [^>]*>(go|here|this|more|information|learn more)<\/a>/i);
    for (const link of own) {
      const [file = "", anchor] = link.split("#");
      const target = file || `${name}.html`;
      expect(existsSync(join(siteFolder, target)), `${link} in ${name}`).toBe(true);
      if (anchor) expect(text(target), `${link} in ${name}`).toContain(`id="${anchor}"`);
    }
  });

  it.each(names)("%s has a copy in Markdown, which llms.txt knows", (name) => {
    const copy = text(`${name}.md`);
    expect(copy).toMatch(/^# \S/);
    expect(text(`${name}.html`)).toContain(`type="text/markdown" href="${name}.md"`);
    // A link of its own leads to the page: Markdown makes no anchors of fields.
    expect(copy).not.toMatch(/\]\((operation|gap):|\]\(#|```sample/);
    for (const [, picture = ""] of copy.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      expect([files.includes(picture), picture.endsWith(".mp4")]).toEqual([true, false]);
    const [, description] = /<meta name="description" content="([^"]+)"/.exec(
      text(`${name}.html`),
    )!;
    expect(text("llms.txt").replaceAll('"', "&quot;")).toContain(`](${name}.md): ${description}`);
  });

  it.each(names)(
    "%s asks other hosts only where a reader sends requests, and lists three chapters or more",
    (name) => {
      const html = text(`${name}.html`);
      const sends = html.includes('class="run');
      expect(html).toContain(`; connect-src ${sends ? "http: https: blob:" : "'self'"}`);
      const chapters = html.match(/<h2 id=/g)?.length ?? 0;
      const isGuide = !name.startsWith("operation-") && name !== "index";
      expect(html.includes('aria-label="On this page"')).toBe(isGuide && chapters > 2);
    },
  );

  it("allows no inline script or style, and has none but two pages, whose policy names both by their hash", () => {
    for (const name of [...names, "404"]) {
      const html = text(`${name}.html`);
      const [, policy = ""] =
        /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
      expect(policy, name).toMatch(/^(?!.*unsafe-)default-src 'self';/);
      const inline = [...html.matchAll(/<(style|script)>([^]*?)<\/\1>/g)];
      const tags = ["index", "quickstart"].includes(name) ? ["style", "script"] : [];
      expect(inline.map(([, tag]) => tag)).toEqual(tags);
      for (const [, tag, content = ""] of inline) {
        const hash = createHash("sha256").update(content).digest("base64");
        expect(policy, name).toContain(`${tag}-src 'self' 'sha256-${hash}';`);
      }
      expect(html, name).not.toMatch(/<[^>]*( style="| on[a-z]+=")/);
    }
  });
});

describe("the size of the site", () => {
  it("is at most 30 pages, and 18 entries in the navigation", () => {
    expect(files.filter((name) => name.endsWith(".html")).length).toBeLessThanOrEqual(30);
    expect(pageNames.length).toBeLessThanOrEqual(18);
  });

  it("is at most 2 MB without Redocly's page and the packages", () => {
    const own = files.filter((name) => name !== "reference.html" && !name.startsWith("packages/"));
    expect(own.reduce((sum, name) => sum + read(name).length, 0)).toBeLessThanOrEqual(2_000_000);
  });

  it("is at most 14 KB, compressed, for what stands before the first text: one round trip each", () => {
    for (const file of ["site.css", "first.js"])
      expect(gzipSync(read(`assets/${file}`)).length, file).toBeLessThan(14_000);
  });

  it.each(["index", "quickstart"])(
    "is one round trip for %s with all that its text waits for",
    (name) => {
      const html = text(`${name}.html`);
      expect(brotliCompressSync(html).length).toBeLessThan(14_000);
      expect(html).not.toMatch(/<link rel="stylesheet"|<script src="[^"]+">/);
      expect(html).not.toMatch(/^<p><video[^>]* poster="assets/m);
    },
  );

  it("is at most 150 KB for the first view of a page, and 400 KB with the clip on it", () => {
    const fonts = ["inter.woff2", "jetbrains-mono.woff2"];
    const frame = ["site.css", "first.js", "site.js", "logo.svg", ...fonts];
    const shared = frame.map((name) => `assets/${name}`);
    const sizeOf = (files: Iterable<string>) =>
      [...files].reduce((sum, file) => sum + read(file).length, 0);
    const sizes = names.map((name) => {
      const named = text(`${name}.html`).match(/assets\/\w+\.(jpg|mp4)/g) ?? [];
      // The first clip is that of the first view, and so is its picture.
      const [clip = [], picture = []] = [".mp4", ".jpg"].map((kind) =>
        named.filter((file) => file.endsWith(kind)).slice(0, 1),
      );
      const first = sizeOf([...shared, ...picture, `${name}.html`]);
      return { name, first, withClip: first + sizeOf(clip) };
    });
    const isLarge = ({ first, withClip }: (typeof sizes)[number]) =>
      first > 150_000 || withClip > 400_000;
    expect(sizes.filter(isLarge)).toEqual([]);
  });
});

it.each(["openapi.yaml", "openapi.json", "openapi.portable.yaml", "questions.md"])(
  "%s is the generated one, byte by byte",
  (name) => expect(read(name).equals(readFileSync(join(generatedFolder, name)))).toBe(true),
);

describe("text about a gap", () => {
  const head = { name: "a", title: "A", label: "A", description: "" };
  const said = { node: "#/info", date: "2026-01-15", by: "owner", question: "Is it?" };
  const open = [{ ...collectGaps(contract)[0]!, id: "slot-2", reading: "Ask." }];
  const closed = [{ id: "old-1", ...said, evidence: "Yes | no." }];
  const keep = (body: string) =>
    keepWhileOpen({ kind: "page", ...head, file: "a.md", body, bodyOffset: 4 }, { open, closed })
      .body;
  const answer = "**Is it?** Stated by the owner on 2026-01-15: Yes | no. [old-1](gaps.md#old-1)";

  it.each([
    ["A\n::: while slot-2\nB\n:::\nC", "A\n\nB\n\nC"],
    ["A\n::: while old-1\nB\n\nB\n  :::\nC", `A\n\n${answer}\n\n\n\nC`],
    ["A {{while}}[B](gap:slot-2).{{end}} C", "A [B](gap:slot-2). C"],
    ["- {{while}}[B](gap:old-1){{end}} C\n- D", `- ${answer} C\n- D`],
    ["| A | {{while}}[B](gap:old-1){{end}} |", `| A | ${answer.replace("|", "\\|")} |`],
    // What is said of both does not fit any more.
    ["{{while}}[B](gap:old-1) [C](gap:slot-2){{end}}", `${answer} Ask. [\`slot-2\`](gap:slot-2)`],
    ["::: while slot-2\n[B](gap:old-1)\n:::", `\nAsk. [\`slot-2\`](gap:slot-2) ${answer}\n`],
  ])("%j stands as long as it is open, and then gives way to the answer", (body, shown) => {
    expect(keep(body)).toBe(shown);
  });

  it.each([
    "::: while slot-3\nB\n:::\n",
    "::: while slot-2\nB\n",
    "{{while}}[B](gap:slot-3){{end}}",
    "{{while}}[B](gap:slot-2)",
    "{{while}}B{{end}}",
    "[B](gap:old-1)",
  ])("%j is refused, with its line", (body) => {
    expect(() => keep(`A\n${body}`)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ file: "a.md", line: 6 })] }),
    );
  });
});

it("with every gap closed, each page says what the owner said, and none says what was said until then", async () => {
  const gaps = collectGaps(frozenContract);
  const closed = gaps.map(({ id, node, question }) => ({
    ...{ id, node, question, date: "2026-01-15", by: "owner", evidence: `Answer to ${id}.` },
  }));
  const names = globSync("docs/pages/*.md", { cwd: root }).map((file) => basename(file, ".md"));
  const [now, then] = await Promise.all(
    [
      { open: gaps, closed: [] },
      { open: [], closed },
    ].map((each) => readPages(names, each)),
  );
  expect(now!.flatMap(({ body }) => body.match(/\(gap:/g) ?? []).length).toBeGreaterThan(40);
  for (const [index, { name, body }] of then!.entries()) {
    // Made of the contract.
    if (name === "assumptions" || name === "owner") continue;
    expect(body, name).not.toMatch(
      /(?<!what )is (not )?documented\b|unknown unit|two names|no longer `rendering`|\(gap:/i,
    );
    const linked = [...now![index]!.body.matchAll(/\(gap:([^)]+)\)/g)].map(([, id]) => id);
    for (const id of linked) expect(body, name).toContain(`Answer to ${id}.`);
  }
});

it("a closed gap stays where links lead, with the answer and who gave it", () => {
  const said = { node: "#/info", date: "2026-01-15", by: "product owner", evidence: "Yes." };
  const closedGaps = [{ id: "old-1", question: "Is it?", ...said }];
  const page = renderRegisterPage([], closedGaps, new Map());
  expect(page).toMatch(/id="old-1"[^]*Is it\?[^]*product owner[^]*2026-01-15[^]*Yes\./);
  const directives = createDirectives({ document: contract, guides: [], gaps: [], closedGaps });
  expect(directives["gaps"]!("old-1").html).toContain(
    "<strong>Is it?</strong> Stated by the owner on 2026-01-15: Yes. <a href=",
  );
  const reference = { ...writeReference(contract, []), schemas: new Map() };
  const sources = { document: contract, guides: [], gaps: [], closedGaps, reference };
  expect(collectSearchEntries([], sources)).toMatchObject([
    { kind: "gap", title: "Old 1", text: "Is it? Yes.", address: "gaps.html#old-1" },
  ]);
});

it("three answers of the owner are folded, so that what they are about stays on the first screen", () => {
  const said = { node: "#/info", date: "2026-01-15", by: "owner", evidence: "Yes." };
  const closedGaps = ["a", "b", "c"].map((id) => ({ id, question: `Is ${id}?`, ...said }));
  const directives = createDirectives({ document: contract, guides: [], gaps: [], closedGaps });
  expect(directives["gaps"]!("a\nb").html).not.toContain("<details");
  expect(directives["gaps"]!("a\nb\nc").html).toMatch(
    /^<details class="gap-note">\n<summary><b>3 answers of the owner<\/b><\/summary>[^]*Is c\?[^]*<\/details>$/,
  );
});

it("the reference has every operation, schema and gap, as pages and in Markdown", () => {
  const copy = text("reference.md");
  const pages = ["operations", ...chapterNames].map((name) => text(`${name}.html`)).join("");
  for (const { operationId } of operationsOf(contract)) expect(copy).toContain(operationId);
  const linked = (text: string, link: RegExp) =>
    new Set([...text.matchAll(link)].map(([, id]) => id));
  const ids = new Set([...gaps, ...closedGaps].map(({ id }) => id));
  expect(linked(copy, /\]\(gaps\.md#([^)]+)\)/g)).toEqual(ids);
  expect(linked(pages, /href="gaps\.html#([^"]+)"/g)).toEqual(ids);
  for (const name of Object.keys(contract.components.schemas).filter((name) => name !== "Problem"))
    expect(text("operations.html")).toMatch(new RegExp(`<a href="operation-[^"]+">${name}</a>`));
});

it("the letter is on the owner's page, with its tables", () => {
  const letter = readFileSync(join(generatedFolder, "questions.md"), "utf8");
  const page = text("owner.html");
  for (const [, chapter] of letter.matchAll(/^## (.+)$/gm)) expect(page).toContain(chapter);
  expect(page.match(/<table/g)).toEqual(letter.match(/^\| ---/gm)?.map(() => "<table") ?? null);
});

it("the page of Redocly holds Redoc as it is but for the picture of its badge, a policy and our bar", () => {
  const page = text("reference.html");
  const renderer = join(root, "node_modules/@redocly/cli/lib/chunks/redoc.standalone.js");
  const badge = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini[\w-]*\.svg/g;
  expect(page).toContain(readFileSync(renderer, "utf8").trim().replace(badge, "assets/logo.svg"));
  expect(page).toContain('<a class="site-brand" href="index.html">');
  expect(page).toContain('<meta http-equiv="Content-Security-Policy"');
});

it("an example with a quote, or what ends a script, stays what it is in a shell and on the page", () => {
  const document = structuredClone(contract);
  const place = operationsOf(document).find(({ operationId }) => operationId === "createHpJob")!;
  const request = { project_name: "it's </script><b>" };
  const media = valueAt(document, `${place.pointer}/requestBody/content/application~1json`);
  asObject(media)["examples"] = { one: { value: request } };
  const directives = createDirectives({ document, guides: [], gaps: [], closedGaps: [] });
  const { html = "" } = directives["run"]!("createHpJob");
  expect(directives["examples"]!("createHpJob").html).not.toContain("</script><b>");
  const [, data = ""] = /<script type="application\/json">([^]*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual({ one: request });
  const curl = writeSamples(place, document, request).find(
    ({ language }) => language.name === "bash",
  );
  const script = `curl() { for word; do body=$word; done; printf %s "$body"; }\n${curl!.source}`;
  expect(JSON.parse(execFileSync("sh", ["-c", script]).toString())).toEqual(request);
});

it("a sample is shown in the languages that its page names", () => {
  const directives = createDirectives({ document: contract, guides: [], gaps: [], closedGaps: [] });
  const { markdown } = directives["sample"]!("createHpJob bash");
  expect(markdown).toMatch(/^```bash\n[^`]+```$/);
});

it("the pages name the address that the site is published at, also below a path", async () => {
  await using folder = await temporaryFolder();
  const built = join(folder.path, "site");
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("SITE_ADDRESS", "example.com/docs");
  await expect(buildSite(built)).rejects.toThrow("Set it to where the site is published");
  const address = "https://owner.example/repo";
  vi.stubEnv("SITE_ADDRESS", address);
  await buildSite(built);
  for (const [file, says] of Object.entries({
    "gaps.html": `<link rel="canonical" href="${address}/gaps.html">`,
    "index.html":
      '<link rel="preload" as="font" type="font/woff2" href="assets/inter.woff2" crossorigin>',
    // Also without scripts, and in the copy for machines.
    "quickstart.html": `npm install ${address}/packages/video-generation-client`,
    "quickstart.md": `npm install ${address}/packages/video-generation-client`,
    "404.html": 'href="/repo/assets/site.css"',
  }))
    expect(
      readFileSync(join(built, file), "utf8").replace(/<\/?(span|i|b|u|wbr)[^>]*>/g, ""),
    ).toContain(says);
});

it(
  "leaves the site of before, and no other file, where the disk is full",
  requires(mounts),
  async () => {
    await using folder = await temporaryFolder();
    const disk = join(folder.path, "disk");
    using _disk = await mount(disk, "1m");
    const place = join(disk, "site");
    mkdirSync(place);
    writeFileSync(join(place, "index.html"), "of before");
    await expect(buildSite(place)).rejects.toThrow("ENOSPC");
    expect(readdirSync(disk)).toEqual(["site"]);
    expect(readFileSync(join(place, "index.html"), "utf8")).toBe("of before");
  },
);
