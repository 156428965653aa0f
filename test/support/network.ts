/** A network of its own on this machine, as a container has one. Only root may make it. */
import { execFileSync } from "node:child_process";

/** Interfaces have names of at most 15 characters. */
const [name, here, there] = [`em${process.pid}`, `vh${process.pid}`, `vc${process.pid}`];
/** Reserved for documentation, so that no network of the machine has them. RFC 5737. */
const [ownAddress, address] = ["198.51.100.1", "198.51.100.2"];

export interface Network extends Disposable {
  /** Where a program in the network is called from outside of it. */
  address: string;
  /** What a command has to begin with to run in the network. */
  prefix: string[];
}

export function createNetwork(): Network {
  ip("netns", "add", name);
  try {
    ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name);
    ip("address", "add", `${ownAddress}/30`, "dev", here);
    ip("link", "set", here, "up");
    ip("-netns", name, "address", "add", `${address}/30`, "dev", there);
    ip("-netns", name, "link", "set", there, "up");
    return { address, prefix: ["ip", "netns", "exec", name], [Symbol.dispose]: removeNetwork };
  } catch (error) {
    removeNetwork();
    throw error;
  }
}

/** True where this process may make networks. */
export function canCreateNetwork(): boolean {
  try {
    ip("netns", "add", name);
    removeNetwork();
    return true;
  } catch {
    return false;
  }
}

/** Its link goes with it. */
function removeNetwork(): void {
  ip("netns", "delete", name);
}

function ip(...words: string[]): void {
  execFileSync("ip", words, { stdio: "pipe" });
}
