import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Where a request comes from. Each trusted proxy has added the address that it saw to the end of X-Forwarded-For, so
 * the one written by the outermost trusted proxy counts; what stands before it the visitor may have made up.
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const peer = bare(request.socket.remoteAddress ?? "") ?? "";
  if (trustProxy === 0) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const named = forwarded.at(-Math.min(trustProxy, forwarded.length)) ?? "";
  return bare(named.trim()) ?? peer;
}

/** Some proxies add a port; IPv4 over an IPv6 socket reads ::ffff:192.0.2.1. */
function bare(address: string): string | undefined {
  const withoutPort = address.replace(/^\[(.+)\](?::\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const mapped = withoutPort.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(mapped) ? mapped : undefined;
}
