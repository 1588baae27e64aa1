import type { Tx } from "#db/store.server";
import { changeDetails } from "../accounts/accounts.server";
import { tellFormerReceiver } from "../messages/tell-former-receiver.server";
import { changeForm } from "../quotes/change-form.server";
import type { Quote } from "../quotes/quote";
import { quoteById } from "../quotes/saved-quotes.server";
import { type Party, parties } from "../shipments/fields";
import { partyOf } from "../shipments/party-address";
import type { SavedForm } from "../shipments/saved-form";
import { type Customer, type Identity, isMailedTo, isParty, type TheirQuote } from "./customer.server";

/** The corrected values; fields that are left out stay as they are. */
export type Correction = { name?: string; phone?: string; email?: string };

/**
 * Corrects a person's name, phone or email everywhere (POPIA, section 24): in their account, and in the parcels that
 * they sent or were sent. Invoices stay as they were issued. An account's own email can only be changed on the site,
 * where its owner verifies the new one.
 */
export async function correctAccounts(
  tx: Tx,
  { accounts }: Pick<Customer, "accounts">,
  { name, phone }: Correction,
  now: Date,
): Promise<void> {
  if (!name && !phone) return;
  for (const account of accounts)
    await changeDetails(tx, account.uid, { name: name ?? account.name, phone: phone ?? account.phone }, now);
}

/**
 * The same in some of their bookings. A receiver is told at the former email or phone while their parcel is on its way. The
 * links that went to a former email end.
 * @returns the bookings as they were, for `sendNewLinks`
 */
export async function correctParcels(
  tx: Tx,
  identity: Identity,
  theirs: readonly TheirQuote[],
  { name, phone, email }: Correction,
  now: Date,
): Promise<Quote[]> {
  const changed: Quote[] = [];
  for (const { id } of theirs) {
    const quote = await quoteById(tx, id);
    // It may have been corrected, or forgotten, since it was found.
    if (!quote || !parties.some((party) => isParty(identity, quote, party))) continue;
    const address = isMailedTo(identity, quote) ? email : undefined;
    const after = await changeForm(
      tx,
      id,
      (saved) => ({ formSnapshot: corrected(identity, saved, { name, phone, email }), email: address }),
      now,
    );
    await tellFormerReceiver(tx, "the office", quote, after, now);
    changed.push(quote);
  }
  return changed;
}

/** How much a correction is about. */
export function toCorrect({ accounts, sent, received }: Customer, { name, phone }: Correction) {
  return {
    accounts: name || phone ? accounts.length : 0,
    quotes: [...sent, ...received].filter(({ namesThem }) => namesThem),
  };
}

function corrected(identity: Identity, saved: SavedForm, { name, phone, email }: Correction): SavedForm {
  const ofParty = (party: Party) => {
    const { Name, Phone, Email } = partyOf(party, saved.addresses);
    return { [`${party}Name`]: name ?? Name, [`${party}Phone`]: phone ?? Phone, [`${party}Email`]: email ?? Email };
  };
  const theirs = parties.filter((party) => isParty(identity, { formSnapshot: saved }, party));
  return { ...saved, addresses: Object.assign({}, saved.addresses, ...theirs.map(ofParty)) };
}
