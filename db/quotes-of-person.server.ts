import { and, desc, eq, gte, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import { isPostgres } from "./dialect";
import { quotes } from "./schema/quotes";
import { waybills } from "./schema/waybills";
import { asWord, contactFields } from "./search-index.server";
import type { Reader } from "./store.server";

const PHONE_DIGITS = 9;

type LookedFor = { since: Date; unpaid: readonly (typeof quotes.$inferSelect)["status"][]; atMost: number };

/**
 * The waybills of bookings that name an email or a phone, newest first, without those that aren't paid (any more). SQLite uses the full-text index of `staff
 * find`; PostgreSQL, which has none, scans the bookings of that time.
 * @param contact an email in lower case, or a phone as `+27821234567`
 * @param unpaid the statuses of what isn't paid
 */
export async function waybillsWith(store: Reader, contact: string, { since, unpaid, atMost }: LookedFor) {
  return store
    .select({
      waybillNo: waybills.waybillNo,
      quoteId: waybills.quoteId,
      nextVisit: waybills.nextVisit,
      issuedAt: waybills.issuedAt,
      form: quotes.formSnapshot,
      response: quotes.response,
      email: quotes.email,
    })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(
      and(
        gte(waybills.issuedAt, since),
        notInArray(quotes.status, [...unpaid]),
        isPostgres ? standsInForm(contact) : isFound(contact),
      ),
    )
    .orderBy(desc(waybills.issuedAt))
    .limit(atMost);
}

/**
 * The bookings that name an email or a phone and aren't paid, newest first: found as the waybills are.
 * @param unpaid their statuses
 */
export async function unpaidWith(store: Reader, contact: string, { since, unpaid, atMost }: LookedFor) {
  const { id, quoteNo, formSnapshot: form, response, email, status, bookedAt } = quotes;
  return store
    .select({ quoteId: id, quoteNo, form, response, email, paymentOrderId: quotes.paymentOrderId })
    .from(quotes)
    .where(
      and(inArray(status, [...unpaid]), gte(bookedAt, since), isPostgres ? standsInForm(contact) : isFound(contact)),
    )
    .orderBy(desc(bookedAt), desc(id))
    .limit(atMost);
}

function isFound(contact: string): SQL {
  const word = contact.includes("@") ? asWord(contact) : contact.slice(-PHONE_DIGITS);
  return sql`${quotes.id} in (select id from search_index where search_index match ${`words : "${word}"`} and kind = 'quote')`;
}

function standsInForm(contact: string): SQL | undefined {
  const field = (name: string) => sql`${quotes.formSnapshot}::jsonb -> 'addresses' ->> ${name}::text`;
  if (contact.includes("@")) {
    return or(
      sql`lower(${quotes.email}) = ${contact}`,
      ...contactFields.emails.map((name) => sql`lower(${field(name)}) = ${contact}`),
    );
  }
  const digits = `%${contact.slice(-PHONE_DIGITS)}`;
  return or(...contactFields.phones.map((name) => sql`regexp_replace(${field(name)}, '\\D', '', 'g') like ${digits}`));
}
