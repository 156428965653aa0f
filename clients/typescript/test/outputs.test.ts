/** The rules at the head of `clients/outputs.yaml`: each says what is done, and has cases, which every client is held to. */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../../scripts/support/locations.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { addressesIn } from "../src/index.ts";
import { type SaveError, saveVideos } from "../src/save.ts";

let folder: TemporaryFolder;
beforeEach(async () => void (folder = await temporaryFolder()));
afterEach(() => folder.remove());

const address = "https://a.example/1";
const rowOf = (output: unknown) => addressesIn(output)[0]?.row;
const range = (count: number) => Array.from({ length: count }, (_, each) => each);

/** Names of the files that come of bodies, `undefined` for each that is not saved. */
async function save(bodies: string[], { url = address, type = "", job = "job" } = {}) {
  const fetch = async (asked: string) => {
    const body = bodies[Number(asked.split("#")[1])]!;
    return new Response(Buffer.from(body, "latin1"), { headers: { "content-type": type } });
  };
  const output = bodies.map((_, index) => `${url}#${index}`);
  const saving = saveVideos({ job_id: job, output }, folder.path, { fetch, force: true });
  const { saved } = await saving.catch((error: SaveError) => error);
  return output.map((each) => {
    const path = saved.find((file) => file.url === each)?.path;
    return path && relative(folder.path, path);
  });
}

/** The first, and the last of each row of neighbours: `00-08`. */
function spellBytes(bytes: number[]): string {
  const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");
  const ends = bytes.filter((byte) => !bytes.includes(byte + 1));
  const starts = bytes.filter((byte) => !bytes.includes(byte - 1));
  const spelled = starts.map((start, at) => [...new Set([start, ends[at]!])].map(hex).join("-"));
  return spelled.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** The figures and choices of the rules: found out by trying. */
async function measure() {
  const rows = [-1, 0, 1, 2 ** 53 - 1, 2 ** 53].filter((row) => rowOf({ row, address }) === row);
  const [place, type] = ["?a=1&b=1.zip&c=1.mov", "image/gif"];
  const ending = async (url: string, given = "") => (await save(["\0"], { url, type: given }))[0];
  const sources = [
    await ending(`${address}.WEBM${place}`, type),
    await ending(address + place, type),
    await ending(address + place),
    await ending(address),
  ];
  const called: Record<string, string> = { webm: "path", gif: "content type", zip: "query" };
  const bytes = await save(range(256).map((byte) => String.fromCharCode(byte)));
  const lengths = await save(range(20).map((more) => `${"a".repeat(500 + more)}\0`));
  const marks = await save(["\xff\xfe\0", "\xfe\xff\0", "\xef\xbb\xbf\0"]);
  const named = async (job: string) => (await save(["\0"], { job }))[0]!.replace(/-1$/, "");
  // Half of ASCII at once: a name is cut to less than all of it.
  const kept: string[] = [];
  for (const half of [range(64), range(64).map((code) => code + 64)]) {
    const letters = String.fromCharCode(...half);
    const name = await named(`a${letters}`);
    kept.push(...Array.from(letters).filter((letter, at) => name[at + 1] === letter));
  }
  const [, cut = "", digest = ""] = /^(x+)-([\da-f]+)$/.exec(await named("x".repeat(300)))!;
  return {
    schemes: ["ftp", "http", "https", "ws"].filter((each) => rowOf(`${each}://a.example`)),
    rows: [rows[0], rows.at(-1)],
    object: rowOf({ row: 5, inner: { row: 6, address } }) === 6 ? "nearest" : "first",
    list: rowOf([[], ["", "", address]]) === 3 ? "nearest" : "first",
    inList: rowOf([address]),
    inObject: rowOf({ address }),
    count: addressesIn([address, address]).length,
    sources: sources.map((name) => called[name?.split(".")[1] ?? ""] ?? "none"),
    textBytes: spellBytes(range(256).filter((byte) => bytes[byte])),
    read: 500 + lengths.indexOf(undefined),
    mark: marks.map(Boolean).join() === "false,false,true" ? "UTF-16" : "another coding",
    lettersKept: kept.filter((letter) => /[A-Za-z\d]/.test(letter)).length === 62,
    signsKept: kept
      .filter((letter) => !/[A-Za-z\d]/.test(letter))
      .sort()
      .reverse(),
    cut: cut.length,
    digest: digest.length,
    astral: await named("\u{1f600}a").then((name) => name.indexOf("a")),
    dash: await named("-a").then((name) => name[0]),
  };
}
type Measured = Awaited<ReturnType<typeof measure>>;

/** Each rule, and the cases without which no client would be held to it. */
const rules: [rule: (found: Measured) => string, cases: string[]][] = [
  [
    ({ schemes, count }) =>
      `An address is a text that begins with ${schemes.map((each) => `\`${each}://\``).join(" or ")} and has no white space and no control character, anywhere in the output. Each counts ${count === 1 ? "once" : count}, in the order of the text.`,
    [
      "a text",
      "texts that are no address",
      "nothing",
      "an object of addresses",
      "the same address twice",
    ],
  ],
  [
    ({ rows, object, list, inList, inObject }) =>
      `Its row is the whole number (${rows.join(" to ")}) in the field \`row\` of the ${object} object around it. JSON may write it \`7\`, \`7.0\` or \`7e0\`. Without one, it is its place in the ${list} list around it, from ${inList}. Without a list, it is its place among all addresses, from ${inObject}.`,
    [
      "the videos of the emulator, one of which failed",
      "a list with a gap",
      "the second file of a row, and the row of another job",
      "a row that is no whole number",
      "rows in every spelling of a number",
    ],
  ],
  [
    () =>
      "A file is `<job>-<row><ending>`. A second address of the same row is `<job>-<row>_2<ending>`, and so on.",
    ["two addresses of one row"],
  ],
  [
    ({ sources }) =>
      `The ending is that of the ${sources[0]} of the address, in lower case, if it is one of \`fileEndings\` in policy.yaml, else that of the ${sources[1]} there, else that of the first value in the ${sources[2]} of the address which ends in one (\`?file=video.mp4\`), else ${sources[3]}.`,
    [
      "a content type with capitals",
      "a content type that nobody knows",
      "an address with the ending of a file that is not whole",
      "endings that a system runs",
      "a name in the query",
      "a name in the query that its content type contradicts",
      "every media type that has an ending",
    ],
  ],
  [
    ({ mark, read, textBytes }) =>
      `What comes is no video if it is empty, or if its first ${read} bytes are a text: they begin with a byte order mark of ${mark}, or have none of the bytes ${textBytes}, as a browser decides it (mimesniff.spec.whatwg.org). It is not saved.`,
    ["nothing beside a video", "bytes that no text has", "bytes that a text has"],
  ],
  [
    () =>
      "A text of which nothing says that it is a video, because its file would have no ending, is captions or a page to share: it is left out, and is no failure, if another file of the job was saved. Any other text is a failure: a login page in place of a video.",
    [
      "captions beside a video, and a page to share it",
      "a login page in place of a video",
      "a text that its content type calls a video",
      "a text that the query of its address calls a video",
      "nothing but texts",
    ],
  ],
  [
    () =>
      "A filter of the caller says which addresses are asked for. It changes no name, and what it leaves out counts for nothing.",
    ["what a filter takes", "a filter that takes nothing"],
  ],
  [() => "A job whose status says that it failed is an error, after what it has was saved.", []],
  [
    ({ lettersKept, signsKept, dash, astral, cut, digest }) =>
      `In the name of the job, whatever is ${lettersKept ? "no letter of ASCII, digit" : "none of others"}, ${signsKept.map((sign) => `\`${sign}\``).join(" or ")} becomes \`${dash}\` (${astral === 1 ? "one for each code point" : astral}), and so does a dash at its start. It is cut to ${cut}. If that changed anything, or a letter is a capital, \`-\` and the first ${digest === 8 ? "eight" : digest} hexadecimal digits of the SHA-256 of the name follow.`,
    [
      "a job whose name ends as a row does",
      "a job whose name is no file name",
      "a job whose name is the folder above",
      "a job whose name is a hidden file",
      "a job whose name is an option",
      "a job whose name is a null character",
      "a job whose name is letters that are not ASCII",
      "a job whose name is a long name",
      "a job whose name has a capital",
    ],
  ],
  [
    () =>
      "Until it is whole, a file is `<job>-<row>.<unique>.part`. No other download has that name, and what a kill leaves of it is never read.",
    [],
  ],
];

const table = await readFile(join(root, "clients/outputs.yaml"), "utf8");

test("the head of the table says what is done", async () => {
  const head = table.slice(0, table.indexOf("\n\n")).replace(/\n#(?: {3})?/g, " ");
  const found = await measure();
  expect(head.split(/ +- /).slice(1)).toEqual(rules.map(([rule]) => rule(found)));
});

test("each case is one of a rule, and none is missing", () => {
  const names = (parse(table) as { name: string }[]).map(({ name }) => name);
  expect(names.sort()).toEqual(rules.flatMap(([, cases]) => cases).sort());
});
