/** The formats of JSON Schema, for {@link Validators}: apart, because not everybody wants to ship them. */
export { fullFormats as formats } from "ajv-formats/dist/formats.js";
