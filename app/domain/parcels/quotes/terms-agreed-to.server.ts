import { count, desc, isNotNull, max, min } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";

/** The versions of our terms that customers have agreed to, newest first: how often, and from when to when. */
export async function termsAgreedTo(store: Reader) {
  return store
    .select({
      version: quotes.termsVersion,
      agreed: count(),
      first: min(quotes.createdAt),
      last: max(quotes.createdAt),
    })
    .from(quotes)
    .where(isNotNull(quotes.termsVersion))
    .groupBy(quotes.termsVersion)
    .orderBy(desc(quotes.termsVersion));
}
