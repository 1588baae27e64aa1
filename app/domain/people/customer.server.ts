import { eq, inArray } from "drizzle-orm";
import { users } from "#db/schema/accounts";
import { driverApplications } from "#db/schema/drivers";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Account } from "../accounts/account";
import { asAccount, storedPhone } from "../accounts/accounts.server";
import { type Block, blocksOf } from "../accounts/blocked-customers.server";
import type { StoredApplication } from "../drivers/application.server";
import { everyQuoteOf } from "../quotes/owned-quotes.server";
import type { Quote } from "../quotes/quote";
import { contactsOf } from "../shipments/contacts.server";
import { type Party, parties } from "../shipments/fields";
import { partyOf } from "../shipments/party-address";
import type { PartyAddress } from "../shipments/saved-form";
import { normaliseEmail } from "../values/email";

/** How a person is identified: by an email, or by the last nine digits of a phone. */
export type Identity = { email: string } | { phone: string };

/** Rows that a search found; each may or may not be about the person. */
export type Likely = { quoteIds: string[]; uids: string[]; applicationIds: string[] };

/** All the data of a person, with or without an account. */
export type Customer = {
  accounts: Account[];
  /** Parcels that they sent, or booked from their account. */
  sent: Quote[];
  /** Parcels that somebody else sent to them. */
  received: Quote[];
  applications: StoredApplication[];
  /** Their emails and phones whose bookings staff take themselves. */
  blocks: Block[];
};

/** Checks each row that may be about a person, and keeps those that are. */
export async function customerOf(store: Reader, identity: Identity, likely: Likely): Promise<Customer> {
  const claimed = await store.select().from(users).where(inArray(users.uid, likely.uids));
  const accounts = claimed.filter(({ email, phone }) => isTheirs(identity, [email], [phone])).map(asAccount);
  const owned = await Promise.all(accounts.map(({ uid }) => everyQuoteOf(store, uid)));
  const booked = owned.flat().map(({ quote }) => quote);
  const named: Quote[] = [];
  for (const id of likely.quoteIds) named.push(...(await store.select().from(quotes).where(eq(quotes.id, id))));
  const isBooked = ({ id }: Quote) => booked.some((quote) => quote.id === id);
  const sentAsGuest = named.filter((quote) => !isBooked(quote) && isSender(identity, quote));
  const sent = [...booked, ...sentAsGuest];
  const received = named.filter(
    ({ id, ...quote }) => !sent.some((each) => each.id === id) && isParty(identity, quote, "to"),
  );
  const applied = await store
    .select()
    .from(driverApplications)
    .where(inArray(driverApplications.id, likely.applicationIds));
  const applications = applied.filter(({ from_email, cell }) => isTheirs(identity, [from_email], [cell]));
  const found = { accounts, sent, received, applications };
  const addresses = addressesOf(identity, found);
  const blocks = await blocksOf(
    store,
    (contact) => addresses.includes(contact) || isTheirs(identity, [contact], [contact]),
  );
  return { ...found, blocks };
}

/** Whether this person is the sender or receiver in a saved form. */
export function isParty(identity: Identity, { formSnapshot }: Pick<Quote, "formSnapshot">, party: Party): boolean {
  return isAddressOf(identity, partyOf(party, formSnapshot.addresses));
}

/** Whether an address is this person's, by its email or one of its phones. */
export function isAddressOf(identity: Identity, address: PartyAddress): boolean {
  const { emails, phones } = contactsOf(address);
  return isTheirs(identity, emails, phones);
}

/** Every spelling of an email, and every phone, that we may have used to write to a person. */
export function addressesOf(
  identity: Identity,
  { accounts, sent, received, applications }: Omit<Customer, "blocks">,
): string[] {
  const ofForms = [...sent, ...received].flatMap((quote) =>
    parties
      .filter((party) => isParty(identity, quote, party))
      .map((party) => contactsOf(quote.formSnapshot.addresses, party))
      .flatMap(({ emails, phones }) => [...emails, ...phones]),
  );
  const all = [
    ...("email" in identity ? [identity.email] : []),
    ...ofForms,
    // An account may have booked in somebody else's name: then the booking's email is theirs. The account's phone shows
    // which of its bookings have an email that it had before.
    ...sent.filter((quote) => isSender(identity, quote) || isOwnPhone(accounts, quote)).map(({ email }) => email),
    ...accounts.flatMap(({ email, phone }) => [email, phone]),
    ...applications.flatMap(({ from_email, cell }) => [from_email, cell]),
  ];
  return [...new Set(all.flatMap((address) => [address, storedPhone(address)]))].filter(Boolean);
}

export function isNobody({ accounts, sent, received, applications, blocks }: Customer): boolean {
  return [accounts, sent, received, applications, blocks].every(({ length }) => length === 0);
}

function isSender(identity: Identity, quote: Quote): boolean {
  return isMailedTo(identity, quote) || isParty(identity, quote, "from");
}

/** Whether one of these accounts' phones is the sender's. */
function isOwnPhone(accounts: Account[], quote: Quote): boolean {
  return accounts.some(({ phone }) => phone !== "" && isParty({ phone: lastDigits(phone) }, quote, "from"));
}

/** Whether a booking's emails go to them. */
export function isMailedTo(identity: Identity, { email }: Pick<Quote, "email">): boolean {
  return "email" in identity && normaliseEmail(email) === identity.email;
}

const PHONE_DIGITS = 9;

function isTheirs(identity: Identity, emails: string[], phones: string[]): boolean {
  if ("email" in identity) return emails.some((email) => normaliseEmail(email) === identity.email);
  return phones.some((phone) => lastDigits(phone) === identity.phone);
}

function lastDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-PHONE_DIGITS);
}
