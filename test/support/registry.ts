/** A package registry on loopback, with what is in `node_modules`: `npm install` works without the network. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { basename, dirname, join } from "node:path";
import { root } from "../../scripts/support/locations.ts";
import { listen, type Listening } from "./listen.ts";

/** Use with `await using`: it is closed at the end of the block. */
export function startRegistry(): Promise<Listening> {
  const packages = listInstalled();
  const respond: RequestListener = ({ url = "", headers }, response) => {
    const [name = "", tarball] = decodeURIComponent(url.slice(1)).split("/-/");
    const paths = packages.get(name);
    if (!paths) return response.writeHead(404).end("{}");
    if (tarball) return pack(paths[Number(tarball)]!, response);
    const manifests = paths.map((path, index) => ({
      ...JSON.parse(readFileSync(join(path, "package.json"), "utf8")),
      dist: { tarball: `http://${headers.host}/${name}/-/${index}` },
    }));
    const versions = Object.fromEntries(manifests.map((each) => [each.version, each]));
    const latest = manifests.at(-1)?.version;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ name, "dist-tags": { latest }, versions }));
  };
  return listen(createServer(respond));
}

/** Where the versions of each package lie, by its name. */
function listInstalled(): Map<string, string[]> {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean }>;
  };
  const paths = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path]) => join(root, path))
    // What the lock file lists for other platforms is not installed.
    .filter((path) => existsSync(path));
  return Map.groupBy(paths, (path) => path.split("node_modules/").at(-1)!);
}

/**
 * npm takes away the first folder of a tarball, whatever its name is, and takes one that is not compressed. In a copy of the
 * repository a package is a link, and of a link nothing but the link would be packed.
 */
function pack(path: string, response: NodeJS.WritableStream): void {
  const folder = realpathSync(path);
  const words = ["-c", "-C", dirname(folder), basename(folder)];
  spawn("tar", words, { stdio: ["ignore", "pipe", "inherit"] }).stdout.pipe(response);
}
