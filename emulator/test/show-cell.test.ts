/** What a cell shows, by its value, its format and the language of its workbook. The workbooks of programs are in workbooks.test.ts. */
import { expect, test } from "vitest";
import { showCell } from "../src/service/workbook/show-cell.ts";

/** The 17th of May 2026, a Sunday. */
const day = 46_159;
const evening = day + 0.75;

function show(value: number | string | boolean, code: string, language?: string, from1904 = false) {
  // Between thousands, countries have spaces of several widths.
  return showCell(value, { code, language, from1904 }).replaceAll(/[\u00a0\u202f]/g, " ");
}

test.each<[value: number | string | boolean, code: string, shows: string]>([
  ["Ada", "General", "Ada"],
  [" Ada ", "@", " Ada "],
  ["Ada", '"Dr. "@', "Dr. Ada"],
  [true, "General", "TRUE"],
  [true, "0", "TRUE"],
  [4_930_123_456_789, "General", "4930123456789"],
  [0.1 + 0.2, "General", "0.3"],
  [1.005, "0.00", "1.01"],
  [2.675, "0.00", "2.68"],
  [1234.5, "_-0.0_-", "1234.5"],
  [-5, "[Red]0;(0)", "(5)"],
  // A format that is none leaves the value.
  [12.5, '[Nonsense "', "12.5"],
  [1234.5, "[$€]#,##0.00", "€1,234.50"],
  [1234.5, "[$€-407] #,##0.00", "€ 1.234,50"],
  [1234.5, "[$-407]#,##0.00", "1.234,50"],
])("%j in the format %s is %j", (value, code, shows) => {
  expect(show(value, code)).toBe(shows);
});

test.each<[value: number, code: string, shows: string]>([
  [1.5, "[h]", "36"],
  [1.5, "[hh]:mm", "36:00"],
  [0.5, "[m]", "720"],
  [0.5, "[mm]", "720"],
  [0.5, "[s]", "43200"],
  [0.5, "[ss]", "43200"],
  [day - 1462, "yyyy-mm-dd", "2026-05-17"],
])("where days count from 1904, %d in the format %s is %j", (value, code, shows) => {
  expect(show(value, code, undefined, true)).toBe(shows);
});

test.each<[language: string | undefined, code: string, shows: string]>([
  ["sv-SE", "[$-F800]dddd", "söndag 17 maj 2026"],
  ["hu-HU", "[$-F800]dddd", "2026. május 17., vasárnap"],
  ["ja-JP", "[$-F800]dddd", "2026年5月17日日曜日"],
  ["ko-KR", "[$-F800]dddd", "2026년 5월 17일 일요일"],
  ["zh-CN", "[$-F800]dddd", "2026年5月17日星期日"],
  ["zh-TW", "[$-F800]dddd", "2026年5月17日 星期日"],
  ["fr-FR", "[$-x-sysdate]dddd", "dimanche 17 mai 2026"],
  [undefined, "[$-F800]dddd", "Sunday"],
  ["fr-FR", '"a"[$-F800]dddd', "adimanche"],
  ["de-DE", "[$-F400]h:mm:ss AM/PM", "18:00:00"],
  ["de-DE", "[$-x-systime]h:mm", "18:00:00"],
  ["de-DE", '"a"[$-F400]h:mm', "a18:00"],
  [undefined, "[$-F400]h:mm:ss AM/PM", "6:00:00 PM"],
])("the system's long date or time is that of the country: %s, %s", (language, code, shows) => {
  expect(show(evening, code, language)).toBe(shows);
});

test.each<[language: string | undefined, code: string, shows: string]>([
  ["da-DK", "d/m/yyyy", "17-5-2026"],
  ["he-IL", "d/m/yyyy", "17/5/2026"],
  ["ko-KR", "d/m/yyyy", "17-5-2026"],
  ["de-DE", "d/m/yyyy", "17.5.2026"],
  ["fr-FR", "d/m/yyyy", "17/5/2026"],
  [undefined, "d/m/yyyy", "17/5/2026"],
  ["de-DE", 'd"/"m\\/yyyy', "17/5/2026"],
  ["de-DE", '"y"yyyy', "y2026"],
  ["cs-CZ", "mmmm yyyy", "květen 2026"],
  ["cs-CZ", "d mmmm yyyy", "17 května 2026"],
  ["cs-CZ", 'mmmm "d"', "květen d"],
  ["eu-ES", "ddd d mmm", "ig. 17 mai."],
  ["eu-ES", "dddd mmmm", "igandea maiatza"],
  ["ca-ES", "d mmmm", "17 de maig"],
  ["ca-ES", "mmmm", "maig"],
  ["sw-KE", "ddd mmm", "Jumapili Mei"],
  ["gl-ES", "ddd mmm", "dom. maio"],
  ["bs-BA", "ddd d mmm", "ned 17 maj"],
  ["lt-LT", "mmmm", "gegužė"],
  ["lt-LT", "dddd, d mmmm", "sekmadienis, 17 gegužės"],
  ["zh-CN", '上午/下午h"时"mm"分"', "下午6时00分"],
  [undefined, '上午/下午h"时"mm"分"', "下午6时00分"],
])("a date is written in the words and signs of %s: %s", (language, code, shows) => {
  expect(show(evening, code, language)).toBe(shows);
});

test.each<[language: string | undefined, serial: number, code: string, shows: string]>([
  ["ja-JP", day, "ge.m.d", "R8.5.17"],
  ["ja-JP", day, "gge年", "令8年"],
  ["ja-JP", day, "ggge年", "令和8年"],
  ["ja-JP", day, "ee", "08"],
  ["ja-JP", 43_586, "ggge年", "令和1年"],
  ["zh-TW", day, "ggge年m月d日", "民國115年5月17日"],
  ["zh-HK", day, "e/m/d", "115/5/17"],
  ["zh-CN", day, "e", "2026"],
  ["de-DE", day, "e", "2026"],
  [undefined, day, "[$-411]ggge", "令和8"],
  [undefined, day, "[$-030411]yyyy", "8"],
  [undefined, day, "[$-107041E]d mmmm yyyy", "17 พฤษภาคม 2569"],
])("a year is counted as %s does: %d in the format %s", (language, serial, code, shows) => {
  expect(show(serial, code, language)).toBe(shows);
});

test.each([
  ["2000401", "١٧٠"],
  ["3000429", "۱۷۰"],
  ["4000439", "१७०"],
  ["5000445", "১৭০"],
  ["6000446", "੧੭੦"],
  ["7000447", "૧૭૦"],
  ["8000448", "୧୭୦"],
  ["9000449", "௧௭௦"],
  ["A00044A", "౧౭౦"],
  ["B00044B", "೧೭೦"],
  ["C00044C", "൧൭൦"],
  ["D00041E", "๑๗๐"],
  ["E000454", "໑໗໐"],
  ["F000451", "༡༧༠"],
  ["10000455", "၁၇၀"],
  ["0000409", "170"],
])("the digits of the number %s are %s", (number, digits) => {
  expect(show(day, `[$-${number}]d"0"`)).toBe(digits);
});

test.each([
  ["cs-CZ", "-1 234 567,50"],
  ["de-DE", "-1.234.567,50"],
  ["en-GB", "-1,234,567.50"],
  // Of those that numfmt does not know.
  ["mk-MK", "-1.234.567,50"],
  ["sq-AL", "-1 234 567,50"],
  ["ur-PK", "-1,234,567.50"],
])("numbers have the signs of %s: %s", (language, shows) => {
  expect(show(-1_234_567.5, "#,##0.00", language)).toBe(shows);
});

test("a language is known again for the second cell", () => {
  const shown = () => [show(day, "d mmmm", "sk-SK"), show(day, "mmmm", "sk-SK")];
  expect(shown()).toEqual(["17 mája", "máj"]);
  expect(shown()).toEqual(["17 mája", "máj"]);
});
