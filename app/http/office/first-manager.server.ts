import { type AppLoadContext, json } from "@remix-run/node";
import { type Config, settingsAsGiven } from "#app/config.server";
import { isNobodyThere } from "#app/domain/office/people.server";
import { staffLine } from "#app/domain/office/staff-line.server";
import { isLoopback } from "#app/domain/post/webhooks/public-address.server";
import { privately } from "#app/http/pages/private-page.server";
import { requireOfficeNetwork } from "./office-guard.server";

/** What to type to make the first person of the office. */
export function firstManagerLine({ dataDir }: Pick<Config, "dataDir">): string {
  const words = ["add", "person", "Your name", "--email", "you@example.com", "--right", "manager"];
  return staffLine(words, { environment: settingsAsGiven(), dataDir });
}

/**
 * The same for somebody who tries the site on their own machine: payments are simulated, and nobody was ever given the
 * office. Null for everybody else.
 */
export async function firstManagerFor(request: Request, context: AppLoadContext) {
  requireOfficeNetwork(context);
  if (context.settings.payfast.mode !== "simulator" || !isFromThisMachine(request, context)) return null;
  const { store } = context.services;
  return (await isNobodyThere(store.read)) ? json({ line: firstManagerLine(context.settings) }, privately()) : null;
}

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
