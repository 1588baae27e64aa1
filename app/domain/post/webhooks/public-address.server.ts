import { isIPv4 } from "node:net";
import { addressListOf, isListed } from "../../values/address-list.server";

/** Networks of IPv4 that aren't the public internet (IANA's special-purpose registry, RFC 6890). */
const notPublic4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];
const loopback4 = "127.0.0.0/8";

/** The parts of IPv6 that are public: 2000::/3, and IPv4 addresses spelled as mapped or by NAT64. */
const public6 = addressListOf(["2000::/3", "::ffff:0:0/96", "64:ff9b::/96"]);

/** What isn't public in them: Teredo and other protocols, examples, and the networks above in each spelling. */
const notPublic = addressListOf([
  ...[...notPublic4, "2001::/23", "2001:db8::/32", "3fff::/20"],
  ...notPublic4.flatMap(asIpv6),
]);
const loopback = addressListOf([loopback4, "::1/128", ...asIpv6(loopback4)]);

/**
 * Whether an address belongs to the public internet. Only such are called for customers: any other could be a machine of
 * ours, which would answer us as it answers nobody else. What is no address at all isn't public.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%")) return false;
  return (isIPv4(address) || isListed(address, public6)) && !isListed(address, notPublic);
}

/** Whether an address, in any spelling, is this machine itself. */
export function isLoopback(address: string): boolean {
  return isListed(address, loopback);
}

/** A network of IPv4 as IPv6 spells it: mapped, by NAT64, and as 6to4. */
function asIpv6(network: string): string[] {
  const [address = "", bits = ""] = network.split("/");
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const hex = [(a << 8) | b, (c << 8) | d].map((pair) => pair.toString(16)).join(":");
  const ending = 96 + Number(bits);
  return [`::ffff:${hex}/${ending}`, `64:ff9b::${hex}/${ending}`, `2002:${hex}::/${16 + Number(bits)}`];
}
