/** What an application ships of the client, by the bundler it uses: the packed form, minified and gzipped. */
import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/support/locations.ts";
import { publishedPackages } from "../../scripts/support/packages.ts";
import { applications, bundleApplication, bundlers } from "./bundlers.ts";

const run = promisify(execFile);
const client = publishedPackages().find(({ name }) => name === "video-generation-client")!;

/** Prints bytes for each application and bundler. */
export async function measureSizes(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "sizes-"));
  await installPacked(folder.path);
  console.log("\nBytes in an application's bundle, minified and gzipped");
  for (const [application, code] of Object.entries(applications)) {
    for (const bundler of Object.keys(bundlers)) {
      const { gzippedBytes } = await bundleApplication(bundler, code, folder.path);
      const size = String(gzippedBytes).padStart(6);
      console.log(`  ${application.padEnd(20)} ${bundler.padEnd(8)} ${size}`);
    }
  }
}

async function installPacked(folder: string): Promise<void> {
  const words = ["pack", "--workspace", client.name, "--pack-destination", folder];
  await run("npm", words, { cwd: root });
  const place = join(folder, "node_modules", client.name);
  await mkdir(place, { recursive: true });
  const tarball = join(folder, client.tarball);
  await run("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"]);
}
