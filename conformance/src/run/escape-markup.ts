// oxlint-disable-next-line no-control-regex -- these are the ones that XML allows nowhere, not even escaped
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Makes a text safe in HTML and XML, in a value of an attribute too. Control characters, which XML
 * has no way to write, go.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(unwritable, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
