/** Which addresses given by a client may be used: public ones, and hosts that were allowed by name. */
import { BlockList, isIP } from "node:net";

export class AddressPolicy {
  readonly #allowedHosts: Set<string>;

  /** @param allowedHosts host names or IP addresses, without a port */
  constructor(allowedHosts: string[] = []) {
    this.#allowedHosts = new Set(allowedHosts.map((host) => plainHost(host.toLowerCase())));
  }

  /** True when the host was allowed by name, so that it may be private. */
  allows(url: URL): boolean {
    return this.#allowedHosts.has(plainHost(url.hostname));
  }

  /** Says why an address is refused without a look-up, or returns nothing. A name can still turn out to be private later. */
  findObjection(address: string): string | undefined {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return "Expected an absolute http or https URL.";
    const host = plainHost(url.hostname);
    if (this.#allowedHosts.has(host)) return undefined;
    if (url.username || url.password) return "An address must not hold a user name or a password.";
    const isPrivate = addressForm.test(host) ? isPrivateAddress(host) : isPrivateName(host);
    if (!isPrivate) return undefined;
    return `${url.hostname} is a private host. Offer a public address, or start the emulator with --allow-host ${url.hostname}.`;
  }
}

/** An IP address as a parsed URL writes it; `isIP` would try a long expression on every name. */
const addressForm = /^\d+(\.\d+){3}$|:/;

function plainHost(hostname: string): string {
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

function isPrivateName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.endsWith(".internal");
}

/** Ranges of the IANA special-purpose registries that lead to no public host. */
const privateRanges = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  privateRanges.addSubnet(network, prefix, "ipv4");

/** The public part of IPv6, and what lies in it but leads elsewhere. */
const publicRange = new BlockList();
publicRange.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  privateRanges.addSubnet(network, prefix, "ipv6");

/** True for an IP address that is not public, in any notation that Node takes for an address. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return privateRanges.check(address, "ipv4");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return privateRanges.check(mapped, "ipv4");
  return !publicRange.check(address, "ipv6") || privateRanges.check(address, "ipv6");
}
