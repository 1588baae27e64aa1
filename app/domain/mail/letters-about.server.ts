import { and, asc, eq, gte, lt, or } from "drizzle-orm";
import { outgoingMails } from "#db/schema/mail";
import type { Reader } from "#db/store.server";
import type { StoredLetter } from "./resend-letter.server";

/** The letters of some occasions, oldest first: `booking-confirmed:<quote id>` has every letter whose key begins so. */
export async function lettersAbout(store: Reader, occasions: readonly string[]): Promise<StoredLetter[]> {
  return store
    .select()
    .from(outgoingMails)
    .where(or(...occasions.map(isOf)))
    .orderBy(asc(outgoingMails.queuedAt), asc(outgoingMails.id));
}

/** A semicolon is what comes after a colon: so the index of keys finds them, among however many letters. */
function isOf(occasion: string) {
  const { letterKey } = outgoingMails;
  return or(eq(letterKey, occasion), and(gte(letterKey, `${occasion}:`), lt(letterKey, `${occasion};`)));
}
