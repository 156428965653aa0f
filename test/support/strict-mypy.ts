import { join } from "node:path";
import { root } from "../../scripts/support/locations.ts";

/**
 * Words for Python that check types by the strictest rules, for the oldest Python that the package is for. What mypy
 * found out about the packages that the client uses is kept, as it takes four fifths of its time.
 */
export const strictMypy = [
  ...["-m", "mypy", "--strict", "--python-version", "3.10"],
  ...["--cache-dir", join(root, "node_modules/.cache/mypy")],
];
