import { isIPv6 } from "node:net";

/** The groups of an IPv6 address, of 16 bits each, that name one customer's network; and those of a whole site's. */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

/**
 * The key by which a connection is counted. A customer can have 2⁶⁴ IPv6 addresses, so all of one network (a /64) count
 * as one.
 */
export function networkOf(clientAddress: string | undefined): string {
  return frontOf(clientAddress, NETWORK_GROUPS);
}

/** The same for what costs us money: one customer may have a /48, which is 65,536 networks. */
export function wideNetworkOf(clientAddress: string | undefined): string {
  return frontOf(clientAddress, SITE_GROUPS);
}

function frontOf(clientAddress: string | undefined, groupCount: number): string {
  if (!clientAddress) return "unknown";
  if (!isIPv6(clientAddress)) return clientAddress;
  const [front = "", back] = clientAddress.toLowerCase().split("::");
  const groups = front.split(":").filter(Boolean);
  const rest = back?.split(":").filter(Boolean) ?? [];
  const zeros = back === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array(Math.max(0, zeros)).fill("0"), ...rest].slice(0, groupCount).join(":");
}
