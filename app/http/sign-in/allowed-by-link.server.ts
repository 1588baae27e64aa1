import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { holdersOf, type LinkHolder, type LinkNumbers, type SignedPath } from "#app/domain/post/signed-pages";
import { FORMER_LINKS_MS, formerLinkKeyOf, isKeyTo, keyFor, linkKeyOf } from "#app/domain/values/link-signature.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import type { Services } from "#app/services.server";
import { readSiteFacts } from "#db/site-facts.server";
import { isBookedHere } from "./booked-here.server";

/** What a page allows: with a link of an earlier release it can only be read, and nothing on it changed. */
export type Allowed = "all" | "reading";

/**
 * What a link that we signed (`?key=`) allows; null without one. `path` is the address without the key, `quote` the booking
 * that it is about, whose people's links may have ended.
 */
export async function allowedByLink(
  request: Request,
  context: AppLoadContext,
  path: SignedPath,
  quote: LinkNumbers | null,
): Promise<Allowed | null> {
  const key = keyIn(request);
  if (key === undefined || !quote) return null;
  const { sessionSecrets } = context.settings;
  const holders = holdersOf(path, quote);
  if (isKeyTo(path, key, holders, sessionSecrets.map(linkKeyOf))) return "all";
  const isFormer = isKeyTo(path, key, holders, sessionSecrets.map(formerLinkKeyOf));
  return isFormer && (await areFormerLinksOpen(context.services, new Date())) ? "reading" : null;
}

/** The same for a booking's page, where its account and the browser that booked may do everything. */
export async function allowedHere(
  request: Request,
  context: AppLoadContext,
  quote: Quote,
  path: SignedPath,
): Promise<Allowed | null> {
  return (await isBookedHere(quote, request, context)) ? "all" : allowedByLink(request, context, path, quote);
}

/** A person's key that opens this address for everybody who has it; undefined if it is none of that person's. */
export function keyTo(settings: Config, path: SignedPath, quote: LinkNumbers, person: LinkHolder): string | undefined {
  const [secret = ""] = settings.sessionSecrets;
  const holder = holdersOf(path, quote).find((each) => each.person === person);
  return holder && keyFor(linkKeyOf(secret), path, holder);
}

/** The key in this request's address, to be carried on to the next. */
export function keyIn(request: Request): string | undefined {
  return typedQuery(request).get("key") ?? undefined;
}

async function areFormerLinksOpen({ store }: Services, now: Date): Promise<boolean> {
  const renewedAt = (await readSiteFacts(store.read))?.linksRenewedAt;
  return renewedAt != null && now.getTime() < renewedAt.getTime() + FORMER_LINKS_MS;
}
