/** The proxies that the environment names, as curl and Python take them. */
import { usageError } from "./errors.ts";
import type { Surroundings } from "./process-io.ts";

/** What Node's `fetch` sends requests with. */
interface Dispatcher {
  dispatch(options: { origin?: string | URL }, handler: object): boolean;
}

/** Never asked of a proxy, which would look for them on its own machine. */
const thisMachine = "localhost,127.0.0.1,[::1]";

/**
 * @returns `undefined` where there is none
 * @throws {CommandError} for what is no address
 */
export async function findProxy(env: Surroundings["env"]): Promise<Dispatcher | undefined> {
  const valueOf = (name: string) => env[name] || env[name.toUpperCase()] || "";
  const [forHttp, forHttps] = ["http_proxy", "https_proxy"].map((own) => {
    const name = valueOf(own) ? own : "all_proxy";
    return checkAddress(name, valueOf(name));
  });
  const noProxy = valueOf("no_proxy");
  if ((!forHttp && !forHttps) || noProxy.trim() === "*") return undefined;
  // Loaded by those alone who need it.
  const { EnvHttpProxyAgent } = await import("undici");
  const agentFor = (proxy = "") =>
    new EnvHttpProxyAgent({
      ...{ httpProxy: proxy, httpsProxy: proxy, noProxy: `${noProxy},${thisMachine}` },
      // Many proxies open a tunnel to the port of https alone.
      ...{ proxyTunnel: false },
    });
  const [http, https] = [agentFor(forHttp), agentFor(forHttps)];
  return {
    dispatch(options, handler) {
      const isSecure = new URL(options.origin!).protocol === "https:";
      return (isSecure ? https : http).dispatch(options as never, handler);
    },
  };
}

/** It may hold a password, which is not shown. */
function checkAddress(name: string, value: string): string {
  const address = /^\w+:\/\//.test(value) || !value ? value : `http://${value}`;
  const { protocol = "", username = "", password = "" } = URL.parse(address) ?? {};
  if (!isEscaped(username + password))
    throw usageError(`${name.toUpperCase()} has a login with a % in it: write it as %25.`);
  if (!address || /^https?:$/.test(protocol)) return address;
  throw usageError(`${name.toUpperCase()} is no address of a proxy, such as http://proxy:3128.`);
}

function isEscaped(login: string): boolean {
  try {
    decodeURIComponent(login);
    return true;
  } catch {
    return false;
  }
}
