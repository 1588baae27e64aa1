import { BlockList, isIP } from "node:net";
import { type DoneOr, refused } from "./refused";

/** A set of IP addresses and networks. Node's class for this is called a block list, whatever it is used for. */
export type AddressList = BlockList;

export type ReadAddressList = DoneOr<{ addresses: AddressList }>;

/** Reads addresses and networks (CIDR), separated by commas or spaces. */
export function readAddressList(text: string): ReadAddressList {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  if (entries.length === 0) return refused("No address is named.");

  const addresses = new BlockList();
  for (const entry of entries) {
    if (!add(addresses, entry)) return refused(`"${entry}" is neither an address nor a network.`);
  }
  return { ok: true, addresses };
}

/** A list of our own. Throws if it can't be read. */
export function addressListOf(entries: readonly string[]): AddressList {
  const read = readAddressList(entries.join(","));
  if (!read.ok) throw new Error(read.why);
  return read.addresses;
}

/** Whether an address is in the list. False for a text that isn't an IP address. */
export function isListed(ip: string, addresses: AddressList): boolean {
  const version = isIP(ip);
  if (version === 0) return false;
  // A dual-stack socket shows IPv4 senders as ::ffff:1.2.3.4; Node's list knows that they are the same.
  return addresses.check(ip, version === 4 ? "ipv4" : "ipv6");
}

function add(addresses: BlockList, entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;

  const family = version === 4 ? "ipv4" : "ipv6";
  if (prefix === undefined) {
    addresses.addAddress(address, family);
    return true;
  }
  const longest = version === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return false;
  addresses.addSubnet(address, Number(prefix), family);
  return true;
}
