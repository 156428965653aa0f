/** The fonts that all text is drawn with, and what they cannot draw. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";

const inter = registerInter();
const families = listFamilies();

/** The same letters are written differently in China, Japan and Korea: what else a text holds says where it is from. */
const writings = [
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, family: /CJK JP/ },
  { letters: /\p{Script=Hangul}/u, family: /CJK KR/ },
  { letters: /\p{Script=Han}/u, family: /CJK SC/ },
];

/** The value of `font` for a canvas that draws a text. */
export function fontOf(size: number, weight = 600, text = ""): string {
  const writing = writings.find(({ letters }) => letters.test(text))?.family;
  const isFirst = (name: string) => writing?.test(name) ?? false;
  const inOrder = writing
    ? [...inter, ...families.filter(isFirst), ...families.filter((name) => !isFirst(name))]
    : [...inter, ...families];
  return `${weight} ${size}px ${inOrder.map((name) => `"${name.replaceAll('"', "")}"`).join(", ")}`;
}

const drawable = new Map<string, boolean>();

/** The first character that no font of this machine has a picture of. */
export function findUndrawable(text: string): string | undefined {
  return [...new Set(text)].find((character) => {
    // Marks and joiners are drawn with what they belong to; spaces have no picture.
    if (/[\p{M}\p{Cc}\p{Cf}\p{Z}\p{Emoji_Modifier}]/u.test(character)) return false;
    let known = drawable.get(character);
    if (known === undefined) drawable.set(character, (known = isDrawable(character)));
    return !known;
  });
}

function isDrawable(character: string): boolean {
  return !pictureOf(character).equals((missing ??= pictureOf("\u{10fffd}")));
}

/** What is drawn for a character that no font has. */
let missing: Buffer | undefined;

function pictureOf(character: string): Buffer {
  const canvas = createCanvas(48, 48);
  const context = canvas.getContext("2d");
  context.font = fontOf(24);
  context.fillText(character, 4, 34);
  return Buffer.from(context.getImageData(0, 0, canvas.width, canvas.height).data);
}

/**
 * Inter, and for what it lacks the fonts of the system: in colour where there is one, those without serifs first. Each is named,
 * because not every font that is installed is asked otherwise.
 */
function listFamilies(): string[] {
  const system = GlobalFonts.families.map(({ family }) => family);
  const rank = (name: string) => (/Emoji/.test(name) ? 0 : /Sans(?!.*Mono)/.test(name) ? 1 : 2);
  return system
    .filter((name) => !name.startsWith("Inter"))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

/** The parts of Inter, Latin first: each holds some letters, and is a family of its own. */
function registerInter(): string[] {
  const require = createRequire(import.meta.url);
  const folder = join(dirname(require.resolve("@fontsource-variable/inter/package.json")), "files");
  const parts = [
    "latin",
    "latin-ext",
    "vietnamese",
    "greek",
    "greek-ext",
    "cyrillic",
    "cyrillic-ext",
  ];
  return parts.map((part) => {
    const name = `Inter ${part}`;
    GlobalFonts.registerFromPath(join(folder, `inter-${part}-wght-normal.woff2`), name);
    return name;
  });
}
