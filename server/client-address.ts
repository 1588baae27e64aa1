import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * The client's address. Each trusted proxy appends the address that it saw to X-Forwarded-For, so the one written by
 * the outermost trusted proxy counts. The client may have made up anything before it.
 */
export function clientAddress(request: IncomingMessage, trustProxy: number): string {
  const peer = bare(request.socket.remoteAddress ?? "") ?? "";
  if (trustProxy === 0) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  const named = forwarded.at(-Math.min(trustProxy, forwarded.length)) ?? "";
  return bare(named.trim()) ?? peer;
}

/** What proxies and tunnels add to a request that they pass on. */
const PASSED_ON =
  /^(?:via|forwarded|x-(?:forwarded|original|envoy)-.+|(?:x-)?(?:real|client|true-client)-ip|cf-.+|cdn-loop)$/;

/** Whether anybody says that this request is somebody else's, passed on. */
export function isPassedOn({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return Object.keys(headers).some((name) => PASSED_ON.test(name));
}

/** Some proxies add a port; IPv4 over an IPv6 socket reads ::ffff:192.0.2.1. */
function bare(address: string): string | undefined {
  const withoutPort = address.replace(/^\[(.+)\](?::\d+)?$/, "$1").replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const mapped = withoutPort.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(mapped) ? mapped : undefined;
}
