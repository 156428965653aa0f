/** A package registry on loopback, with what is in `node_modules`: `npm install` works without the network. */
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename, dirname, join } from "node:path";
import { root } from "../../scripts/support/locations.ts";
import { listen } from "./listen.ts";

/** Where a version of a package lies, relative to the repository. */
type Versions = Map<string, string>;

/** Use with `await using`: it is closed at the end of the block. */
export interface Registry extends AsyncDisposable {
  url: string;
}

export async function startRegistry(): Promise<Registry> {
  const packages = await listInstalled();
  const respond = async ({ url = "", headers }: IncomingMessage, response: ServerResponse) => {
    const [name = "", tarball] = decodeURIComponent(url.slice(1)).split("/-/");
    const versions = packages.get(name);
    if (!versions) return void response.writeHead(404).end("{}");
    if (tarball)
      return pack(join(root, versions.get(tarball.replace(/\.tgz$/, "")) ?? ""), response);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(await describe(name, versions, `http://${headers.host}`)));
  };
  const server = createServer((request, response) => void respond(request, response));
  const { origin, [Symbol.asyncDispose]: close } = await listen(server);
  return { url: origin, [Symbol.asyncDispose]: close };
}

/** Every installed version of every package, by the name of the package. */
async function listInstalled(): Promise<Map<string, Versions>> {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const packages = new Map<string, Versions>();
  for (const [path, { version, link }] of Object.entries(lock.packages)) {
    const name = path.split("node_modules/")[1] && path.split("node_modules/").at(-1);
    // What the lock file lists for other platforms is not installed.
    if (!name || !version || link || !existsSync(join(root, path))) continue;
    packages.set(name, (packages.get(name) ?? new Map()).set(version, path));
  }
  return packages;
}

/** What a registry says of a package: each version with its manifest. */
async function describe(name: string, installed: Versions, url: string): Promise<object> {
  const versions: Record<string, object> = {};
  for (const [version, path] of installed) {
    const manifest = JSON.parse(await readFile(join(root, path, "package.json"), "utf8"));
    const tarball = `${url}/${name}/-/${version}.tgz`;
    versions[version] = { ...manifest, dist: { tarball } };
  }
  return { name, "dist-tags": { latest: [...installed.keys()].at(-1) }, versions };
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
