/** Words without which a sentence says the same. */
const fillers = new Set(
  (
    "a an the of to in on at by for with and or as it its is are be was were been has have had that which who whose this these those there " +
    "here so such then than does do will would can could also even you your yours they them their he his she how where beside still " +
    "about like"
  ).split(" "),
);

/** The words of a text that change what it says, in their order. */
export const senseOf = (text: string): string =>
  (text.match(/\{\w+\}|[\w/.'-]*\w/g) ?? [])
    .filter((word) => !fillers.has(word.toLowerCase()))
    .join(" ");
