/** The spreadsheet that stands at every address nobody can own, so that the examples of the reference run as they are. */
import type { Row } from "../jobs/hp-rows.ts";

/** Reserved for documentation by RFC 2606 and RFC 6761. */
const reservedHost = /(?:^|\.)(?:example|example\.(?:com|net|org))\.?$/;

const names = ["Ada", "Grace", "Hedy", "Radia", "Barbara"];
/** As many as a job may have variables. */
const columns = 50;

/** Five rows: a name, and further columns that say where they are. */
export const sampleRows: Row[] = names.map((name, row) =>
  Array.from({ length: columns }, (_, column) =>
    column === 0 ? name : `${row + 1}.${column + 1}`,
  ),
);

export function isSampleAddress(address: string): boolean {
  return reservedHost.test(URL.parse(address)?.hostname ?? "");
}
