/**
 * `npm run bench:peers`: what other tools find on the services that conformance is tested with. `-- --write` writes the page of
 * the site; `-- --every 50` shows fewer services to them than every eighth.
 */
import { createRequire } from "node:module";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { inParallel } from "../../conformance/src/run/in-parallel.ts";
import { defects } from "../../conformance/test/support/defects.ts";
import { oddities } from "../../conformance/test/support/oddities.ts";
import { pagesFolder } from "../../scripts/support/locations.ts";
import { renderPage, type Row } from "./page.ts";
import { type Subject, subjects } from "./subjects.ts";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { write: { type: "boolean" }, every: { type: "string", default: "8" } },
});
const every = Number(values.every);
/** Services that a tool looks at, at the same time. */
const concurrency = 2;
const sample = <T>(all: T[], distance: number) => all.filter((_, index) => index % distance === 0);
const broken = sample(defects, every);
const unusual = sample(oddities, Math.ceil(every / 2));

const versions: Record<string, string> = {
  "this tool": "",
  "Redocly Respect": versionOf("@redocly/cli"),
  Optic: versionOf("@useoptic/optic"),
};

const rows: Row[] = [];
for (const subject of subjects) {
  const row = await judge(subject);
  console.log(
    `${row.name} ${row.version}: ${row.found} of ${broken.length} defects, ${row.falseAlarms} false alarms of ${unusual.length}`,
  );
  rows.push(row);
}
if (values.write) {
  const page = await format(renderPage(rows, broken.length, unusual.length), {
    parser: "markdown",
  });
  await writeFile(join(pagesFolder, "peers.md"), page);
}

async function judge({ name, finds }: Subject): Promise<Row> {
  const missed = new Set<string>();
  let [falseAlarms, errors] = [0, 0];
  await inParallel(
    broken,
    async ({ what, ...changes }) => {
      const isFound = await finds(changes);
      if (isFound === undefined) errors++;
      if (!isFound) missed.add(what);
    },
    concurrency,
  );
  await inParallel(
    unusual,
    async ({ what: _, ...changes }) => {
      if (await finds(changes)) falseAlarms++;
    },
    concurrency,
  );
  // In the order of the table, whichever was ready first.
  const list = broken.map(({ what }) => what).filter((what) => missed.has(what));
  const found = broken.length - list.length;
  return { name, version: versions[name]!, found, falseAlarms, errors, missed: list };
}

function versionOf(name: string): string {
  const require = createRequire(import.meta.url);
  return (require(`${name}/package.json`) as { version: string }).version;
}
