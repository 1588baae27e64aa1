import type { Tx } from "#db/store.server";
import { changeDetails } from "../accounts/accounts.server";
import { sendNewLinks } from "../messages/new-links.server";
import { tellFormerReceiver } from "../messages/tell-former-receiver.server";
import { changeForm } from "../quotes/change-form.server";
import { type Party, parties } from "../shipments/fields";
import { partyOf } from "../shipments/party-address";
import type { SavedForm } from "../shipments/saved-form";
import { type Customer, type Identity, isMailedTo, isParty } from "./customer.server";

/** The corrected values; fields that are left out stay as they are. */
export type Correction = { name?: string; phone?: string; email?: string };

/**
 * Corrects a person's name, phone or email everywhere (POPIA, section 24): in their account, and in the parcels that
 * they sent or were sent. Invoices stay as they were issued. An account's own email can only be changed on the site,
 * where its owner verifies the new one.
 * A receiver is told at the former email or phone while their parcel is on its way. The links that went to a former email
 * end, and the new one is sent others.
 * @returns how many accounts and bookings changed
 */
export async function correctCustomer(
  tx: Tx,
  identity: Identity,
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
  const bookings = [...sent, ...received].filter((quote) => parties.some((party) => isParty(identity, quote, party)));
  for (const quote of bookings) {
    const address = isMailedTo(identity, quote) ? email : undefined;
    const after = await changeForm(
      tx,
      quote.id,
      (saved) => ({ formSnapshot: corrected(identity, saved, { name, phone, email }), email: address }),
      now,
    );
    await tellFormerReceiver(tx, quote, after, now);
  }
  await sendNewLinks(tx, bookings, now);
  return { accounts: changed.length, bookings: bookings.length };
}

function corrected(identity: Identity, saved: SavedForm, { name, phone, email }: Correction): SavedForm {
  const ofParty = (party: Party) => {
    const { Name, Phone, Email } = partyOf(party, saved.addresses);
    return { [`${party}Name`]: name ?? Name, [`${party}Phone`]: phone ?? Phone, [`${party}Email`]: email ?? Email };
  };
  const theirs = parties.filter((party) => isParty(identity, { formSnapshot: saved }, party));
  return { ...saved, addresses: Object.assign({}, saved.addresses, ...theirs.map(ofParty)) };
}
