/** What the owner of a workbook sees in a cell, from what it holds and its format. numfmt does most of it; the rest is here. */
import { addLocale, format, getLocale, isDateFormat } from "numfmt";
import { languageOfCode } from "./formats.ts";

export interface Shown {
  /** The code of the format, such as `#,##0.00`. */
  code: string;
  /** Of the workbook, where it tells. */
  language: string | undefined;
  /** Its days count from 1904. */
  from1904: boolean;
}

/** What numfmt would take for letters of a format: texts, escaped letters, fillers and brackets. */
const quoted = String.raw`"[^"]*"?|\\.|[_*].|\[[^\]]*\]|AM/PM|A/P`;

/** Behind the tag of a language: the calendar and the digits that formats mean. */
const usual = "-u-ca-gregory-nu-latn";

/** A span of time, such as 36 hours, is no day. */
const isLasting = /\[(?:h+|m+|s+)\]/i;

/** Between the two days from which programs count. */
const daysTo1904 = 1462;

/** A number, a truth value or a text in its format; as it is where it has none that can show it. */
export function showCell(value: number | string | boolean, shown: Shown): string {
  const { code, language, from1904 } = shown;
  // A telephone number is not shown as 4.93012E+11.
  const isPlain = typeof value === "string" || Number.isInteger(value);
  if (code === "General" && isPlain) return String(value);
  try {
    if (typeof value === "number" && isDateFormat(code))
      return showDate(value + (from1904 && !isLasting.test(code) ? daysTo1904 : 0), code, language);
    const [bare, own] = splitLanguage(code);
    // Separators are those of the owner, whatever the currency.
    const locale = localeOf(language ?? own, true);
    const text = format(bare, decimal(value), { locale });
    return typeof value === "string" ? text : text.trim();
  } catch {
    return format("General", value).trim();
  }
}

/** Programs round the digits that they show, and not the binary number behind them: 1.005 is 1.01. */
function decimal<Value>(value: Value): Value | number {
  if (typeof value !== "number") return value;
  return Number(value.toPrecision(15)) * (1 + Number.EPSILON);
}

function showDate(serial: number, code: string, language: string | undefined): string {
  const [bare, own, number] = splitLanguage(code);
  const tag = own ?? language;
  const inOrder = ofCountry(code, language) ?? bare;
  const local = new RegExp(`(${quoted})|g*e+|/|上午/下午|y+`, "giu");
  const calendar = (number >> 16) & 0xff;
  const written = inOrder.replace(local, (part: string, literal?: string) => {
    if (literal !== undefined) return literal;
    if (part === "/") return tag === undefined ? part : `"${separatorOf(tag)}"`;
    if (part === "上午/下午") return "AM/PM";
    if (!/^y/i.test(part)) return yearOf(serial, part, tag);
    if (calendar === buddhist) return part.replaceAll(/y/gi, "b");
    return calendar === emperors ? yearOf(serial, "e", tag) : part;
  });
  const isChinese = code.includes("上午");
  const hasDay = /d/i.test(written.replaceAll(new RegExp(quoted, "giu"), ""));
  const text = format(written, serial, { locale: localeOf(isChinese ? "zh" : tag, hasDay) });
  return inDigits(text, number >>> 24).trim();
}

/** Calendars, as Windows numbers them. */
const [emperors, buddhist] = [3, 7];

/** What Windows calls the long date and the time: as the country writes them. */
function ofCountry(code: string, language?: string): string | undefined {
  if (language === undefined) return undefined;
  if (/^\[\$-(?:F800|x-sysdate)\]/i.test(code)) return longDateOf(language);
  return /^\[\$-(?:F400|x-systime)\]/i.test(code) ? "hh:mm:ss" : undefined;
}

/** The code of the long date of a country. */
function longDateOf(language: string): string {
  const codes: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
    ...{ weekday: "dddd", day: "d", month: "mmmm", year: "yyyy" },
  };
  const parts = new Intl.DateTimeFormat(language + usual, { dateStyle: "full" }).formatToParts(0);
  return parts.map(({ type, value }) => codes[type] ?? `"${value}"`).join("");
}

/** Takes the brackets of country and currency out of a format: what is left, the language, and the number of Windows with it. */
function splitLanguage(code: string): [bare: string, language: string | undefined, number: number] {
  let language: string | undefined;
  let number = 0;
  const bare = code.replaceAll(
    /\[\$([^[\]-]*)(?:-([^[\]]*))?\]/g,
    (_, symbol: string, of: string = "") => {
      language ??= languageOfCode(of);
      if (/^[\da-f]{5,8}$/i.test(of)) number ||= Number.parseInt(of, 16);
      return symbol && `"${symbol}"`;
    },
  );
  return [bare, language, number];
}

/** A year as an emperor's or the Republic of China counts it, in the part of a format that asks for it. */
function yearOf(serial: number, part: string, tag = ""): string {
  const date = new Date((serial - 25_569) * 86_400_000);
  const isJapanese = tag.startsWith("ja");
  const calendar = isJapanese ? "japanese" : /^zh-(?:TW|HK)/.test(tag) ? "roc" : undefined;
  if (calendar === undefined) return "yyyy";
  const letters = /g*/i.exec(part)?.[0].length ?? 0;
  const era = letters === 1 ? "narrow" : "long";
  const options = { era, year: "numeric", timeZone: "UTC", calendar } as const;
  const parts = new Intl.DateTimeFormat(isJapanese ? "ja" : "zh-TW", options).formatToParts(date);
  const named = parts.find(({ type }) => type === "era")?.value ?? "";
  const year = parts.find(({ type }) => type === "year")?.value.replace("元", "1") ?? "";
  const padded = /ee$/i.test(part) ? year.padStart(2, "0") : year;
  return `"${letters === 0 ? "" : letters === 2 ? named.slice(0, 1) : named}${padded}"`;
}

/** Digits of other scripts, by the number of Windows for them: each begins with its nought. */
const noughts: Record<number, number> = {
  ...{ 2: 0x660, 3: 0x6f0, 4: 0x966, 5: 0x9e6, 6: 0xa66, 7: 0xae6, 8: 0xb66, 9: 0xbe6 },
  ...{ 10: 0xc66, 11: 0xce6, 12: 0xd66, 13: 0xe50, 14: 0xed0, 15: 0xf20, 16: 0x1040 },
};

function inDigits(text: string, style: number): string {
  const nought = noughts[style];
  if (nought === undefined) return text;
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(nought + Number(digit)));
}

/** Windows does not always agree with Unicode. */
const separators: Record<string, string> = { da: "-", ko: "-", he: "/" };

/** Between the numbers of a date: `/` in a format stands for it. */
function separatorOf(tag: string): string {
  const twoDigits = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const parts = new Intl.DateTimeFormat(tag + usual, twoDigits).formatToParts(0);
  const between = parts
    .find(({ type }) => type === "literal")
    ?.value.replaceAll(/[\s\p{Cf}]/gu, "");
  return separators[tag.slice(0, 2)] ?? between ?? "/";
}

const added = new Set<string>();

/**
 * The name of a language for numfmt. It knows no months of some languages, and of a few only those that stand behind a day: all of them
 * are taken from the runtime.
 */
function localeOf(tag: string | undefined, hasDay: boolean): string {
  if (tag === undefined || tag.startsWith("en")) return "en";
  const own = `${tag.replaceAll("-", "")}x${hasDay ? "day" : "alone"}`;
  if (added.has(own)) return own;
  added.add(own);
  const [language = ""] = tag.split("-");
  const known = getLocale(tag.replace("-", "_")) ?? getLocale(language);
  const names = (options: Intl.DateTimeFormatOptions, part: "month" | "weekday") =>
    Array.from({ length: part === "month" ? 12 : 7 }, (_, index) => {
      // The fourth of January 1970 was a Sunday.
      const date = part === "month" ? Date.UTC(2026, index, 15) : Date.UTC(1970, 0, 4 + index);
      const parts = new Intl.DateTimeFormat(tag + usual, {
        ...options,
        timeZone: "UTC",
      }).formatToParts(date);
      return parts.find(({ type }) => type === part)?.value ?? "";
    });
  const withDay = hasDay ? ({ day: "numeric" } as const) : {};
  const numbers = new Intl.NumberFormat(tag + usual).formatToParts(-12_345_678.9);
  const sign = (name: string) => numbers.find(({ type }) => type === name)?.value;
  addLocale(
    {
      ...(known ?? {
        group: sign("group") ?? "",
        decimal: sign("decimal") ?? ".",
        mmm: names({ month: "short", ...withDay }, "month"),
        ddd: names({ weekday: "short" }, "weekday"),
      }),
      mmmm: names({ month: "long", ...withDay }, "month"),
      dddd: names({ weekday: "long" }, "weekday"),
    },
    own,
  );
  return own;
}
