/** Pictures that take on the colours of the page they stand in. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { themeFolder } from "../support/locations.ts";
import type { Problem } from "openapi-gaps";

/**
 * The content of an SVG of `docs/theme/`, for setting into a page.
 *
 * @param problems receives a picture that does not exist
 */
export function readSvg(path: string, file: string, line: number, problems: Problem[]): string {
  try {
    return readFileSync(join(themeFolder, basename(path)), "utf8");
  } catch {
    problems.push({
      ...{ file, line, column: 1, severity: "error", rule: "image-exists" },
      message: `The picture ${path} is missing. Put it into docs/theme/ and write its name as ../theme/name.svg.`,
    });
    return "";
  }
}
