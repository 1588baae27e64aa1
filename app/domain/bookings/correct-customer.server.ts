import { eq } from "drizzle-orm";
import { quotes } from "#db/schema/quotes";
import type { Tx } from "#db/store.server";
import { changeDetails } from "../accounts/accounts.server";
import type { Quote } from "../quotes/quote";
import { type Party, parties } from "../shipments/fields";
import { partyOf } from "../shipments/party-address";
import { type Customer, type Identity, isMailedTo, isParty } from "./customer.server";

/** The corrected values; fields that are left out stay as they are. */
export type Correction = { name?: string; phone?: string; email?: string };

/**
 * Corrects a person's name, phone or email everywhere (POPIA, section 24): in their account, and in the parcels that
 * they sent or were sent. Invoices stay as they were issued. An account's own email can only be changed on the site,
 * where its owner verifies the new one.
 * @returns how many accounts and bookings changed
 */
export async function correctCustomer(
  tx: Tx,
  who: Identity,
  { accounts, sent, received }: Customer,
  { name, phone, email }: Correction,
  now: Date,
): Promise<{ accounts: number; bookings: number }> {
  const details = (account: { name: string; phone: string }) => ({
    name: name ?? account.name,
    phone: phone ?? account.phone,
  });
  const changed = name || phone ? accounts : [];
  for (const account of changed) await changeDetails(tx, account.uid, details(account), now);
  const bookings = [...sent, ...received].filter((quote) => parties.some((party) => isParty(who, quote, party)));
  for (const quote of bookings) {
    const theirs = parties.filter((party) => isParty(who, quote, party));
    const changes = theirs.map((party) => corrected(quote, party, { name, phone, email }));
    const addresses = Object.assign({}, quote.formSnapshot.addresses, ...changes);
    await tx
      .update(quotes)
      .set({
        formSnapshot: { ...quote.formSnapshot, addresses },
        email: isMailedTo(who, quote) ? email : undefined,
        updatedAt: now,
      })
      .where(eq(quotes.id, quote.id));
  }
  return { accounts: changed.length, bookings: bookings.length };
}

function corrected({ formSnapshot }: Quote, party: Party, { name, phone, email }: Correction) {
  const { Name, Phone, Email } = partyOf(party, formSnapshot.addresses);
  return { [`${party}Name`]: name ?? Name, [`${party}Phone`]: phone ?? Phone, [`${party}Email`]: email ?? Email };
}
