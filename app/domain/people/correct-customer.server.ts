import type { Store, Tx } from "#db/store.server";
import { changeDetails } from "../accounts/accounts.server";
import { type Party, parties } from "../form/fields";
import { partyOf } from "../form/party-address";
import type { SavedForm } from "../form/saved-form";
import { readdress } from "../messages/addresses.server";
import { sendNewLinks } from "../messages/new-links.server";
import { tellFormerReceiver } from "../messages/tell-former-receiver.server";
import { tellOnceReached } from "../messages/write-again.server";
import { isPaid } from "../money/payment-state";
import { changeForm } from "../parcels/quotes/change-form.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import { type Customer, type Identity, isMailedTo, isParty, type TheirQuote } from "./customer.server";
import { type CustomerChange, identityOf, inSteps, MOST_AT_ONCE } from "./customer-changes.server";
import type { DataSubject } from "./personal-tables.server";

/** The corrected values; fields that are left out stay as they are. */
export type Correction = { name?: string; phone?: string; email?: string };

/**
 * Corrects a person's name, phone or email everywhere (POPIA, section 24): in their account, and in the parcels that
 * they sent or were sent. Invoices stay as they were issued. An account's own email can only be changed on the site,
 * where its owner verifies the new one.
 */
async function correctAccounts(
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
async function correctParcels(
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
    await readdress(tx, id, now);
    await tellFormerReceiver(tx, "the office", quote, after, now);
    await tellOnceReached(tx, quote, now);
    changed.push(quote);
  }
  return changed;
}

/**
 * The older bookings, a few at a time.
 * @returns false if it isn't done: the process stops, or another has taken it over
 */
export async function correctInSteps(
  store: Store,
  change: CustomerChange,
  older: readonly TheirQuote[],
  now: Date,
  isStopping?: () => boolean,
): Promise<boolean> {
  const correct = async (tx: Tx, some: TheirQuote[]) => {
    await correctParcels(tx, identityOf(change), some, change.correction, now);
  };
  return (await inSteps(store, change, older, correct, isStopping)) !== null;
}

/** Their account and the newest bookings, whose new links they are sent. */
export async function correctRest(
  tx: Tx,
  { identity, customer }: DataSubject,
  newest: readonly TheirQuote[],
  correction: Correction,
  now: Date,
): Promise<void> {
  await correctAccounts(tx, customer, correction, now);
  await sendNewLinks(tx, "the office", await correctParcels(tx, identity, newest, correction, now), now);
}

/** Of many bookings so many are corrected last, together: enough for the new links that a person is sent. */
const NEWEST = 12;

/**
 * How much a correction is about. Of older bookings, and of those that aren't paid, nobody waits for new links, so they can be
 * corrected before.
 */
export function toCorrect({ accounts, sent, received }: Customer, { name, phone }: Correction) {
  const named = [...sent, ...received].filter(({ namesThem }) => namesThem);
  const newestFirst = named.toSorted(
    (one, other) =>
      Number(isPaid(other.status)) - Number(isPaid(one.status)) || Number(other.bookedAt) - Number(one.bookedAt),
  );
  const last = named.length > MOST_AT_ONCE ? NEWEST : MOST_AT_ONCE;
  return {
    accounts: name || phone ? accounts.length : 0,
    newest: newestFirst.slice(0, last),
    older: newestFirst.slice(last),
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
