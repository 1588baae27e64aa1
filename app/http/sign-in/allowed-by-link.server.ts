import { settings } from "#app/config.server";
import type { Quote } from "#app/domain/quotes/quote";
import { FORMER_LINKS_MS, formerLinkKeyOf, isKeyTo, keyFor, linkKeyOf } from "#app/domain/values/link-signature.server";
import { services } from "#app/services.server";
import { readSiteFacts } from "#db/site-facts.server";
import { isBookedHere } from "./booked-here.server";

/** What a page allows: with a link of an earlier release it can only be read, and nothing on it changed. */
export type Allowed = "all" | "reading";

/** What a link that we signed (`?key=`) allows; null without one. `path` is the address without the key. */
export async function allowedByLink(request: Request, path: string): Promise<Allowed | null> {
  const key = keyIn(request);
  if (key === undefined) return null;
  const { sessionSecrets } = settings();
  if (isKeyTo(path, key, sessionSecrets.map(linkKeyOf))) return "all";
  const isFormer = isKeyTo(path, key, sessionSecrets.map(formerLinkKeyOf));
  return isFormer && (await areFormerLinksOpen(new Date())) ? "reading" : null;
}

/** The same for a booking's page, where its account and the browser that booked may do everything. */
export async function allowedHere(request: Request, quote: Quote, path: string): Promise<Allowed | null> {
  return (await isBookedHere(quote, request)) ? "all" : allowedByLink(request, path);
}

/** The key that opens this address for everybody who has it. */
export function keyTo(path: string): string {
  const [secret = ""] = settings().sessionSecrets;
  return keyFor(linkKeyOf(secret), path);
}

/** The key in this request's address, to be carried on to the next. */
export function keyIn(request: Request): string | undefined {
  return new URL(request.url).searchParams.get("key") ?? undefined;
}

async function areFormerLinksOpen(now: Date): Promise<boolean> {
  const { store } = await services();
  const renewedAt = (await readSiteFacts(store.read))?.linksRenewedAt;
  return renewedAt != null && now.getTime() < renewedAt.getTime() + FORMER_LINKS_MS;
}
