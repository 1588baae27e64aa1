import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { SECONDS } from "#app/durations";
import { isLoopback, isPublicAddress } from "./public-address.server";

const LONGEST_URL = 2000;

/** Finds all addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;

/** The system's way, which knows `localhost`. */
const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Asks name servers. The system's way would take one of the process's few threads until they answer. Here a stranger
 * chooses the name, and a name server that says nothing would hold up the look-ups of payments and emails.
 * @param servers addresses with ports; the system's if left out
 */
export async function resolveByDns(name: string, servers?: string[]): Promise<string[]> {
  // No name server is to be asked about these (RFC 6761).
  if (/(?:^|\.)localhost\.?$/.test(name)) return ["127.0.0.1"];
  const resolver = new Resolver({ timeout: 2 * SECONDS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [v4, v6].flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  if (found.length === 0 && v4.status === "rejected") throw v4.reason;
  return found;
}

/** What may be called: the public internet; in the simulator also this machine, by http and at any port. */
export type Reach = { resolve: Resolve; isSimulator: boolean };

/** What a site in this payment mode may call. */
export function reachOf(mode: string): Reach {
  const isSimulator = mode === "simulator";
  return { isSimulator, resolve: isSimulator ? resolveBySystem : (name) => resolveByDns(name) };
}

/** A name led to an address that we don't call. */
export class NotPublicError extends Error {
  override name = "NotPublicError";
}

const elsewhere = "This address leads into a private network. Webhooks go to the public internet only.";

/**
 * Why a webhook can't go to an address, in words for its owner; null if it can. A name that nobody knows yet isn't
 * refused: every call checks again.
 */
export async function whyNotCalled(typed: string, reach: Reach): Promise<string | null> {
  const url = typed.length <= LONGEST_URL && URL.canParse(typed) ? new URL(typed) : null;
  if (!url) return `Give a whole address, such as https://shop.example/webhooks, of at most ${LONGEST_URL} characters.`;
  if (url.username || url.password) return "Leave the user name and the password out of the address.";
  const addresses = await addressesOf(url, reach.resolve).catch(() => []);
  if (reach.isSimulator && addresses.length > 0 && addresses.every(isLoopback))
    return /^https?:$/.test(url.protocol) ? null : "The address begins with https:// or http://.";
  if (url.protocol !== "https:") return "The address begins with https://.";
  if (url.port !== "") return "The address has no port: webhooks go to 443, that of https.";
  return addresses.every((address) => isPublicAddress(address)) ? null : elsewhere;
}

/**
 * The addresses of a URL's host, all of which may be called.
 * @throws NotPublicError if one may not, and the resolver's errors
 */
export async function callableAddresses(url: URL, { resolve, isSimulator }: Reach): Promise<string[]> {
  const addresses = await addressesOf(url, resolve);
  const areOurs = isSimulator && addresses.length > 0 && addresses.every(isLoopback);
  const isPlain = url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  if (areOurs || (isPlain && addresses.length > 0 && addresses.every(isPublicAddress))) return addresses;
  throw new NotPublicError(elsewhere);
}

/**
 * The `lookup` of a connection to a URL: what is checked is what is called, even if the next answer would be another.
 * Connections to an address in figures ask nobody, so `callableAddresses` comes before them.
 */
export function checkedLookup(url: URL, reach: Reach): LookupFunction {
  return (_name, { all }, done) => {
    callableAddresses(url, reach).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all) done(null, found);
        else done(null, first?.address ?? "", first?.family);
      },
      (error: Error) => done(error, ""),
    );
  };
}

async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<string[]> {
  const written = hostname.replace(/^\[|\]$/g, "");
  return isIP(written) ? [written] : resolve(hostname);
}
