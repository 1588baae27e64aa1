import { BlockList, isIP } from "node:net";

/** The addresses that may post notices. Node calls a list of networks a block list, whatever it is used for. */
export type AllowedAddresses = BlockList;

export type AllowedIps = { ok: true; allowed: AllowedAddresses } | { ok: false; refusal: string };

/** PayFast's own senders: its documentation; the last row was seen only in third-party code. */
const payfastSenders = [
  "197.97.145.144/28",
  "41.74.179.192/27",
  "102.216.36.0/28",
  "102.216.36.128/28",
  "144.126.193.139",
  "13.245.74.88",
  ...Array.from({ length: 252 - 232 + 1 }, (_, step) => `3.163.${232 + step}.237`),
];

/**
 * Says whether a notice's sender is PayFast. `ip` is the client's address, through trusted proxies only:
 * X-Forwarded-For from anybody else is what a forger would write.
 */
export function isPayfastAddress(ip: string, allowed: AllowedAddresses = payfastAddresses): boolean {
  const version = isIP(ip);
  if (version === 0) return false;
  // A dual-stack socket shows IPv4 senders as ::ffff:1.2.3.4; Node's list knows that they are the same.
  return allowed.check(ip, version === 4 ? "ipv4" : "ipv6");
}

/** Reads addresses and networks (CIDR), separated by commas or spaces, as `PAYFAST_ALLOWED_IPS` gives them. */
export function parseAllowedIps(text: string): AllowedIps {
  const entries = text.split(/[\s,]+/).filter(Boolean);
  if (entries.length === 0) return { ok: false, refusal: "No address is named." };

  const allowed = new BlockList();
  for (const entry of entries) {
    if (!allow(allowed, entry)) return { ok: false, refusal: `"${entry}" is neither an address nor a network.` };
  }
  return { ok: true, allowed };
}

function allow(allowed: BlockList, entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;

  const family = version === 4 ? "ipv4" : "ipv6";
  if (prefix === undefined) {
    allowed.addAddress(address, family);
    return true;
  }
  const longest = version === 4 ? 32 : 128;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return false;
  allowed.addSubnet(address, Number(prefix), family);
  return true;
}

const payfastAddresses = (() => {
  const own = parseAllowedIps(payfastSenders.join(","));
  if (!own.ok) throw new Error(own.refusal);
  return own.allowed;
})();
