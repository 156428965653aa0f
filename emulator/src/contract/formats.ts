/** The formats that texts are checked against. */
export const formats = { uri: isHttpAddress, "date-time": isTimestamp };

/** An absolute URL of the only two schemes that the emulator can speak. */
function isHttpAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
