import type { AppLoadContext } from "@remix-run/node";
import { isLoopback } from "#app/domain/post/webhooks/public-address.server";

/**
 * Whether whoever asks sits at this machine: the connection is the machine's own, nobody has passed the request on, and
 * it was asked for by a name that only this machine has. A page of another site that leads a name of its own to this
 * machine asks by that name.
 */
export function isFromThisMachine(
  { url }: Pick<Request, "url">,
  { clientAddress = "", isPassedOn = true }: Pick<AppLoadContext, "clientAddress" | "isPassedOn">,
): boolean {
  const hostname = new URL(url).hostname.replace(/^\[(.+)\]$/, "$1");
  const isOwnName = /^(?:.+\.)?localhost$/.test(hostname) || isLoopback(hostname);
  return isOwnName && !isPassedOn && isLoopback(clientAddress);
}
