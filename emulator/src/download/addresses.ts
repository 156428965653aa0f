/** Which addresses given by a client may be used: public ones, and hosts that were allowed. */
import ipaddr from "ipaddr.js";

/** Reserved for documentation by RFC 2606 and RFC 6761. Nobody can own them, so that a sample may stand there. */
const reservedHost = /(?:^|\.)(?:example|example\.(?:com|net|org))\.?$/;

/** True for an address at which the emulator has a sample of its own: the examples of the reference run as they are. */
export function isSampleAddress(address: string): boolean {
  return reservedHost.test(URL.parse(address)?.hostname ?? "");
}

export class AddressPolicy {
  readonly #allowedHosts: Set<string>;
  readonly #allowsThisMachine: boolean;

  /**
   * @param allowedHosts host names or IP addresses, without a port
   * @param allowsThisMachine whether loopback addresses may be used as well
   */
  constructor(allowedHosts: readonly string[] = [], allowsThisMachine = false) {
    this.#allowedHosts = new Set(allowedHosts.map((host) => plainHost(host.toLowerCase())));
    this.#allowsThisMachine = allowsThisMachine;
  }

  /** True when the host was allowed by name, so that it may be private. */
  allows(url: URL): boolean {
    return this.#allowedHosts.has(plainHost(url.hostname));
  }

  /** The rules for the addresses to which one redirects. Only what starts on this machine may lead to it. */
  forRedirectsOf(address: string): AddressPolicy {
    const url = URL.parse(address);
    if (!this.#allowsThisMachine || (url && isThisMachine(url.hostname))) return this;
    return new AddressPolicy([...this.#allowedHosts]);
  }

  /** True for a loopback address that may be used. */
  allowsLoopback(url: URL): boolean {
    return this.#allowsThisMachine && isThisMachine(url.hostname);
  }

  /** Says why an address is refused without a look-up, or returns nothing. A name can still turn out to be private later. */
  findObjection(address: string): string | undefined {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return "Expected an absolute http or https URL.";
    const host = plainHost(url.hostname);
    if (this.#allowedHosts.has(host)) return undefined;
    if (url.username || url.password) return "An address must not hold a user name or a password.";
    if (!isPrivate(host) || this.allowsLoopback(url)) return undefined;
    return `${url.hostname} is a private host. Offer a public address, or allow it: --allow-host ${url.hostname} of the emulator and its workers, allowHosts of the library.`;
  }
}

function plainHost(hostname: string): string {
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return host.endsWith(".") ? host.slice(0, -1) : host;
}

/** An IP address as a parsed URL writes it. To ask for the validity of a name takes a tenth of a millisecond. */
const addressForm = /^\d+(\.\d+){3}$|:/;

/**
 * What no registry calls special, and yet leads to a private host: addresses of IPv4 in the form that IPv6 gave up, and the
 * address at which a cloud (Azure) tells its machines about themselves.
 */
export const reservedNetworks: string[] = ["::/96", "168.63.129.16/32"];

/** A name or an address that other machines do not have. A URL writes the address of IPv4 within one of IPv6 in hexadecimal. */
const ofThisMachine =
  /^(?:127(?:\.\d+){3}|::1|::ffff:(?:127\.[\d.]+|7f[\da-f]{2}:[\da-f]+)|(?:.+\.)?localhost)$/;

export const isThisMachine = (hostname: string): boolean => ofThisMachine.test(plainHost(hostname));

/**
 * True for a name that is never public, and for an IP address that is not: of the IANA special-purpose registries, only what leads to
 * the public network is public. An address of IPv4 inside one of IPv6 is checked as the address of IPv4.
 */
function isPrivate(host: string): boolean {
  if (!addressForm.test(host)) return isThisMachine(host) || host.endsWith(".internal");
  const address = ipaddr.process(host);
  return (
    address.range() !== "unicast" || reservedNetworks.some((network) => isIn(address, network))
  );
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [start, length] = ipaddr.parseCIDR(network);
  return address.kind() === start.kind() && address.match([start, length]);
}
