import { and, eq, gte, lt, or, type SQL } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";

/**
 * The messages of an occasion: their key is it, or begins with it and a colon. `;` is the character after `:`. A range of
 * keys, unlike a pattern, uses the index.
 */
export function isOf(occasion: string): SQL | undefined {
  const { emailKey } = outgoingMails;
  return or(eq(emailKey, occasion), and(gte(emailKey, `${occasion}:`), lt(emailKey, `${occasion};`)));
}
