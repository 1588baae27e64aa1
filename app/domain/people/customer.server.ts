import { setImmediate as nextTurn } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import { rowsNaming } from "#db/rows-of-person.server";
import { users } from "#db/schema/accounts";
import { driverApplications } from "#db/schema/drivers";
import { quotes } from "#db/schema/quotes";
import type { Reader } from "#db/store.server";
import type { Account } from "../accounts/account";
import { asAccount, storedPhone } from "../accounts/accounts.server";
import { type Block, blocksOf } from "../accounts/blocked-customers.server";
import type { StoredApplication } from "../drivers/applications/application.server";
import { contactsOf } from "../form/contacts.server";
import { type Party, parties } from "../form/fields";
import { partyOf } from "../form/party-address";
import type { PartyAddress } from "../form/saved-form";
import { everyQuoteOf } from "../parcels/quotes/owned-quotes.server";
import type { Quote } from "../parcels/quotes/quote";
import { normaliseEmail } from "../values/email";

/** How a person is identified: by an email, or by the last nine digits of a phone. */
export type Identity = { email: string } | { phone: string };

/** Rows that a search found; each may or may not be about the person. */
export type Likely = { quoteIds: string[]; uids: string[]; applicationIds: string[] };

/** A booking or quote of theirs, without its form: there may be tens of thousands. */
export type TheirQuote = Pick<
  Quote,
  "id" | "quoteNo" | "uid" | "status" | "bookedAt" | "cancelledAt" | "priceBackAt"
> & {
  /** Whether its form names them; what an account booked for somebody else may not. */
  namesThem: boolean;
};

/** All that is known of a person, with or without an account. */
export type Customer = {
  accounts: Account[];
  /** Parcels that they sent, or booked from their account. */
  sent: TheirQuote[];
  /** Parcels that somebody else sent to them. */
  received: TheirQuote[];
  /** Every spelling of an email, and every phone, that we may have used to write to them. */
  addresses: string[];
  applications: StoredApplication[];
  /** Their emails and phones whose bookings staff take themselves. */
  blocks: Block[];
};

const QUOTES_AT_A_TIME = 50;

/**
 * All that is known of a person.
 * @param addresses spellings of their emails and phones that are known already
 */
export async function findCustomer(
  store: Reader,
  identity: Identity,
  addresses: readonly string[] = [],
): Promise<Customer> {
  const found = await rowsNaming(store, "email" in identity ? identity.email : identity.phone);
  const ids = (kind: (typeof found)[number]["kind"]) => found.filter((each) => each.kind === kind).map(({ id }) => id);
  const likely = { quoteIds: ids("quote"), uids: ids("account"), applicationIds: ids("application") };
  return customerOf(store, identity, likely, addresses);
}

/** Checks each row that may be about a person, and keeps those that are. No more than a page of forms is held at a time. */
export async function customerOf(
  store: Reader,
  identity: Identity,
  likely: Likely,
  known: readonly string[] = [],
): Promise<Customer> {
  const claimed = await store.select().from(users).where(inArray(users.uid, likely.uids));
  const accounts = claimed.filter(({ email, phone }) => isTheirs(identity, [email], [phone])).map(asAccount);
  const applied = await store
    .select()
    .from(driverApplications)
    .where(inArray(driverApplications.id, likely.applicationIds));
  const applications = applied.filter(({ from_email, cell }) => isTheirs(identity, [from_email], [cell]));
  const [sent, received]: [TheirQuote[], TheirQuote[]] = [[], []];
  const taken = new Set<string>();
  const written = new Set<string>("email" in identity ? [identity.email, ...known] : known);
  const take = (quote: Quote, into: TheirQuote[]) => {
    for (const address of addressesIn(identity, accounts, quote, into === sent)) written.add(address);
    taken.add(quote.id);
    const { id, quoteNo, uid, status, bookedAt, cancelledAt, priceBackAt } = quote;
    const namesThem = parties.some((party) => isParty(identity, quote, party));
    into.push({ ...{ id, quoteNo, uid, status, bookedAt, cancelledAt, priceBackAt }, namesThem });
  };
  for (const { uid } of accounts) for await (const { quote } of everyQuoteOf(store, uid)) take(quote, sent);
  for await (const quote of quotesWith(store, likely.quoteIds)) {
    if (taken.has(quote.id)) continue;
    if (isSender(identity, quote)) take(quote, sent);
    else if (isParty(identity, quote, "to")) take(quote, received);
  }
  for (const { email, phone } of accounts) written.add(email).add(phone);
  for (const { from_email, cell } of applications) written.add(from_email).add(cell);
  const addresses = [...new Set([...written].flatMap((address) => [address, storedPhone(address)]))].filter(Boolean);
  const blocks = await blocksOf(
    store,
    (contact) => addresses.includes(contact) || isTheirs(identity, [contact], [contact]),
  );
  return { accounts, sent, received, addresses, applications, blocks };
}

/** Quotes by their ids, in this order. Others have their turn between two pages: there may be tens of thousands. */
export async function* quotesWith(store: Reader, ids: readonly string[]): AsyncGenerator<Quote> {
  for (let at = 0; at < ids.length; at += QUOTES_AT_A_TIME) {
    const some = ids.slice(at, at + QUOTES_AT_A_TIME);
    const rows = new Map(
      (await store.select().from(quotes).where(inArray(quotes.id, some))).map((row) => [row.id, row]),
    );
    for (const id of some) {
      const row = rows.get(id);
      if (row) yield row;
    }
    await nextTurn();
  }
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

/** The spellings of a person's email and phones in one of their bookings. */
function addressesIn(identity: Identity, accounts: Account[], quote: Quote, isSent: boolean): string[] {
  const ofForm = parties
    .filter((party) => isParty(identity, quote, party))
    .map((party) => contactsOf(quote.formSnapshot.addresses, party))
    .flatMap(({ emails, phones }) => [...emails, ...phones]);
  // An account may have booked in somebody else's name: then the booking's email is theirs. The account's phone shows
  // which of its bookings have an email that it had before.
  const isWrittenTo = isSent && (isSender(identity, quote) || isOwnPhone(accounts, quote));
  return isWrittenTo ? [...ofForm, quote.email] : ofForm;
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
