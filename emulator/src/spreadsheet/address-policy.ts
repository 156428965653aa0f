/** Which addresses given by a client may be used: public ones, and hosts that were allowed by name. */
import ipaddr from "ipaddr.js";
import { rememberLast } from "../remember.ts";

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
  readonly findObjection = rememberLast((address) => this.#judge(address));

  #judge(address: string): string | undefined {
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

/**
 * True for an IP address that is not public: of the IANA special-purpose registries, only what leads to the public network is
 * public. An address of IPv4 inside one of IPv6 is judged as what it is.
 */
function isPrivateAddress(address: string): boolean {
  return ipaddr.process(address).range() !== "unicast";
}
