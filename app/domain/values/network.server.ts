import { isIPv6 } from "node:net";

/**
 * The key by which a connection is counted. A customer can have 2⁶⁴ IPv6 addresses, so all of one network (a /64) count
 * as one.
 */
export function networkOf(clientAddress: string | undefined): string {
  if (!clientAddress) return "unknown";
  if (!isIPv6(clientAddress)) return clientAddress;
  const [front = "", back] = clientAddress.toLowerCase().split("::");
  const groups = front.split(":").filter(Boolean);
  const rest = back?.split(":").filter(Boolean) ?? [];
  const zeros = back === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array(Math.max(0, zeros)).fill("0"), ...rest].slice(0, 4).join(":");
}
