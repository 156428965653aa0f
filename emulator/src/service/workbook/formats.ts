/** What a workbook leaves out, because its program knows it: formats without a code, and the words that tell its language. */

/** Formats that a file names by a number alone (ECMA-376, 18.8.30). */
const builtInFormats: Record<number, string> = {
  ...{ 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00" },
  ...{ 5: "$#,##0_);\\($#,##0\\)", 6: "$#,##0_);\\($#,##0\\)" },
  ...{ 7: "$#,##0.00_);\\($#,##0.00\\)", 8: "$#,##0.00_);\\($#,##0.00\\)" },
  ...{ 12: "# ?/?", 13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy" },
  ...{ 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss" },
  ...{ 37: "#,##0_);\\(#,##0\\)", 38: "#,##0_);\\(#,##0\\)" },
  ...{ 39: "#,##0.00_);\\(#,##0.00\\)", 40: "#,##0.00_);\\(#,##0.00\\)" },
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* \\(#,##0\\);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* \\(#,##0.00\\);_($* "-"??_);_(@_)',
  ...{ 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@" },
  ...{ 32: "hh:mm", 33: "hh:mm:ss" },
};

/** Those of East Asia, by the language of the workbook. */
const eastAsianFormats: Record<string, Record<number, string>> = {
  ja: {
    ...each([27, 36, 50, 57], "[$-411]ge.m.d"),
    ...each([28, 29, 51, 54, 58], '[$-411]ggge"年"m"月"d"日"'),
    ...{ 30: "m/d/yy", 31: 'yyyy"年"m"月"d"日"', 32: 'h"時"mm"分"', 33: 'h"時"mm"分"ss"秒"' },
    ...each([34, 52, 55], 'yyyy"年"m"月"'),
    ...each([35, 53, 56], 'm"月"d"日"'),
  },
  ko: {
    ...each([27, 36, 50, 57], 'yyyy"年" mm"月" dd"日"'),
    ...each([28, 29, 51, 54, 58], "mm-dd"),
    ...{ 30: "mm-dd-yy", 31: 'yyyy"년" mm"월" dd"일"', 32: 'h"시" mm"분"' },
    33: 'h"시" mm"분" ss"초"',
    ...each([34, 35, 52, 53, 55, 56], "yyyy-mm-dd"),
  },
  "zh-CN": {
    ...each([27, 36, 50, 52, 57], 'yyyy"年"m"月"'),
    ...each([28, 29, 51, 53, 54, 58], 'm"月"d"日"'),
    ...{ 30: "m-d-yy", 31: 'yyyy"年"m"月"d"日"', 32: 'h"时"mm"分"', 33: 'h"时"mm"分"ss"秒"' },
    ...each([34, 55], '上午/下午h"时"mm"分"'),
    ...each([35, 56], '上午/下午h"时"mm"分"ss"秒"'),
  },
  "zh-TW": {
    ...each([27, 36, 50, 57], "[$-404]e/m/d"),
    ...each([28, 29, 51, 54, 58], '[$-404]e"年"m"月"d"日"'),
    ...{ 30: "m/d/yy", 31: 'yyyy"年"m"月"d"日"', 32: 'hh"時"mm"分"', 33: 'hh"時"mm"分"ss"秒"' },
    ...each([34, 52, 55], '上午/下午hh"時"mm"分"'),
    ...each([35, 53, 56], '上午/下午hh"時"mm"分"ss"秒"'),
  },
};

/** A date of the country, and one with a time. */
const [dateId, timeId] = [14, 22];

/** Of the country, in East Asia otherwise. */
const isDate = (id: number) => id === dateId || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The code of a format that has none in the file. Where the country is unknown, a date has an order that nobody misreads. */
export function codeOf(id: number, language = ""): string {
  const date = dateOfLanguage[language] ?? "yyyy-mm-dd";
  if (id === timeId) return `${date} ${language === "" ? "hh:mm" : "h:mm"}`;
  const known = eastAsianFormats[language]?.[id] ?? builtInFormats[id];
  return known ?? (isDate(id) ? date : "General");
}

/** Whether a program shows a date in the order of its own country, even if the file has a code for it. */
export function isOfCountry(id: number): boolean {
  return id === dateId || id === timeId;
}

function each(ids: number[], code: string): Record<number, string> {
  return Object.fromEntries(ids.map((id) => [id, code]));
}

/** Of `charset` of a font: what is written in it. */
export const languageOfCharset: Record<string, string> = {
  ...{ 128: "ja", 129: "ko", 134: "zh-CN", 136: "zh-TW" },
};

/**
 * What programs call a usual cell, and the sheets of a workbook, in their language: a file does not say otherwise where it is from.
 * English words tell nothing: programs of all countries write them.
 */
export const languageOfWord: Record<string, string> = {
  ...{ Standard: "de", Arbeitsblätter: "de", "Feuilles de calcul": "fr", "Hojas de cálculo": "es" },
  ...{ Normale: "it", "Fogli di lavoro": "it", Standaard: "nl", Werkbladen: "nl" },
  ...{ "Folhas de Cálculo": "pt", "Folhas de cálculo": "pt", Planilhas: "pt-BR" },
  ...{ Normalny: "pl", Arkusze: "pl", Normální: "cs", Listy: "cs", Normálna: "sk", Hárky: "sk" },
  ...{ Normál: "hu", Munkalapok: "hu", Normaali: "fi", Laskentataulukot: "fi" },
  ...{ Kalkylblad: "sv", Regneark: "da", "Çalışma Sayfaları": "tr", "Foi de lucru": "ro" },
  ...{ Обычный: "ru", Листы: "ru", Звичайний: "uk", Аркуші: "uk", "Φύλλα εργασίας": "el" },
  ...{ 標準: "ja", ワークシート: "ja", 표준: "ko", 워크시트: "ko", 常规: "zh-CN", 一般: "zh-TW" },
};

/** How a country writes a date. */
const dateOfLanguage: Record<string, string> = {
  ...{ de: "dd.mm.yyyy", fr: "dd/mm/yyyy", es: "dd/mm/yyyy", it: "dd/mm/yyyy", nl: "d-m-yyyy" },
  ...{ pt: "dd/mm/yyyy", "pt-BR": "dd/mm/yyyy", pl: "dd.mm.yyyy", cs: "dd.mm.yyyy" },
  ...{ sk: "d. m. yyyy", hu: "yyyy. mm. dd.", fi: "d.m.yyyy", sv: "yyyy-mm-dd", da: "dd-mm-yyyy" },
  ...{ nb: "dd.mm.yyyy", tr: "d.mm.yyyy", ro: "dd.mm.yyyy", ru: "dd.mm.yyyy", uk: "dd.mm.yyyy" },
  ...{ el: "d/m/yyyy", ja: "yyyy/m/d", ko: "yyyy-mm-dd", "zh-CN": "yyyy/m/d", "zh-TW": "yyyy/m/d" },
};

/** Languages as Windows numbers them: the last ten bits of the number in a format such as `[$-407]`. */
const languages: Record<number, string> = Object.fromEntries(
  Object.entries({
    ar: 0x01,
    bg: 0x02,
    ca: 0x03,
    zh: 0x04,
    cs: 0x05,
    da: 0x06,
    de: 0x07,
    el: 0x08,
    en: 0x09,
    es: 0x0a,
    fi: 0x0b,
    fr: 0x0c,
    he: 0x0d,
    hu: 0x0e,
    is: 0x0f,
    it: 0x10,
    ja: 0x11,
    ko: 0x12,
    nl: 0x13,
    nb: 0x14,
    pl: 0x15,
    pt: 0x16,
    rm: 0x17,
    ro: 0x18,
    ru: 0x19,
    hr: 0x1a,
    sk: 0x1b,
    sq: 0x1c,
    sv: 0x1d,
    th: 0x1e,
    tr: 0x1f,
    ur: 0x20,
    id: 0x21,
    uk: 0x22,
    be: 0x23,
    sl: 0x24,
    et: 0x25,
    lv: 0x26,
    lt: 0x27,
    tg: 0x28,
    fa: 0x29,
    vi: 0x2a,
    hy: 0x2b,
    az: 0x2c,
    eu: 0x2d,
    mk: 0x2f,
    af: 0x36,
    ka: 0x37,
    fo: 0x38,
    hi: 0x39,
    mt: 0x3a,
    ga: 0x3c,
    ms: 0x3e,
    kk: 0x3f,
    ky: 0x40,
    sw: 0x41,
    tk: 0x42,
    uz: 0x43,
    tt: 0x44,
    bn: 0x45,
    pa: 0x46,
    gu: 0x47,
    or: 0x48,
    ta: 0x49,
    te: 0x4a,
    kn: 0x4b,
    ml: 0x4c,
    as: 0x4d,
    mr: 0x4e,
    mn: 0x50,
    cy: 0x52,
    km: 0x53,
    lo: 0x54,
    my: 0x55,
    gl: 0x56,
    si: 0x5b,
    am: 0x5e,
    ne: 0x61,
    fy: 0x62,
    ps: 0x63,
    fil: 0x64,
    lb: 0x6e,
  }).map(([tag, number]) => [number, tag]),
);

/** Countries that write otherwise than the one where most speak the language. */
const countries: Record<number, string> = {
  ...{ 0x0404: "zh-TW", 0x0804: "zh-CN", 0x0c04: "zh-HK", 0x0807: "de-CH", 0x0c07: "de-AT" },
  ...{ 0x080a: "es-MX", 0x0c0c: "fr-CA", 0x100c: "fr-CH", 0x0810: "it-CH", 0x0416: "pt-BR" },
  ...{ 0x0809: "en-GB", 0x0c09: "en-AU", 0x1009: "en-CA", 0x4009: "en-IN", 0x0814: "nn" },
  ...{ 0x081a: "sr-Latn", 0x0c1a: "sr", 0x141a: "bs", 0x241a: "sr-Latn", 0x281a: "sr" },
};

/** @param code of a format: a number of Windows in hexadecimal digits, or a tag such as `de-DE` */
export function languageOfCode(code: string): string | undefined {
  const number = /^[0-9a-f]{1,8}$/i.test(code) ? Number.parseInt(code, 16) & 0xffff : undefined;
  if (number !== undefined) return countries[number] ?? languages[number & 0x3ff];
  const isKnown = Object.values(languages).includes(code.split("-")[0] ?? "");
  return isKnown && /^[a-z]+(-[A-Z]{2})?$/.test(code) ? code : undefined;
}
