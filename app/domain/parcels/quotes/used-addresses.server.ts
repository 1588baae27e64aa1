import type { Account } from "#app/domain/accounts/account";
import { addressBook, type SavedAddress, savedAddress } from "#app/domain/accounts/address-book.server";
import { linesOf } from "#app/domain/form/address-lines";
import type { Addresses } from "#app/domain/form/addresses";
import { type Party, parties } from "#app/domain/form/fields";
import { asParty, partyOf } from "#app/domain/form/party-address";
import type { PartyAddress } from "#app/domain/form/saved-form";
import { phoneAsShown } from "#app/domain/values/phone.server";
import type { Reader } from "#db/store.server";
import { quotesOf } from "./owned-quotes.server";
import type { Quote } from "./quote";
import { quoteById } from "./saved-quotes.server";

const MOST_SHOWN = 5;

/** An address that the customer named, or sent from or to before. `query` fills it in. */
export type UsedAddress = { party: Party; name: string; place: string; query: string };

/** The choices so far: an address's id for either party. */
type Chosen = Partial<Record<Party, string>>;

/**
 * Addresses to pick from: the account's named addresses, then those that it used before.
 * @param uid "" for a guest, who gets no list here: the addresses remembered by their phone have a page of their own
 */
export async function addressesToPick(read: Reader, uid: string, chosen: Chosen): Promise<UsedAddress[]> {
  if (!uid) return [];
  const book = await addressBook(read, uid);
  const used = await usedAddresses(read, uid, chosen);
  return parties.flatMap((party) => {
    const named = book.map((saved) => namedAddress(saved, party, chosen));
    return [...named, ...used.filter((each) => each.party === party)].slice(0, MOST_SHOWN);
  });
}

/** Addresses that an account sent from or to before. */
export async function usedAddresses(read: Reader, uid: string, chosen: Chosen): Promise<UsedAddress[]> {
  const quotes = (await quotesOf(read, uid)).list.map(({ quote }) => quote);
  return parties.flatMap((party) => distinct(quotes, party, chosen).slice(0, MOST_SHOWN));
}

/** Where a customer may pick addresses from, beside their address book. */
type Own = {
  /** Whether a quote is their own: made by their account or in this browser. */
  isOwn: (quote: Quote) => Promise<boolean>;
  /** The addresses that their phone remembers. */
  remembered: { id: string; address: PartyAddress }[];
};

/**
 * The addresses that were picked (`?from=<id>&to=<id>`) from the address book, from what the phone remembers, or from a
 * quote of the customer's own. Any other id is ignored.
 */
export async function pickedAddresses(
  read: Reader,
  uid: string,
  query: URLSearchParams,
  own: Own,
): Promise<{ chosen: Chosen; fields: Record<string, string> }> {
  const chosen: Chosen = {};
  let fields: Record<string, string> = {};
  for (const party of parties) {
    const id = query.get(party);
    const address = id ? await addressOf(read, uid, party, id, own) : null;
    if (!id || !address) continue;
    chosen[party] = id;
    fields = { ...fields, ...asParty(party, address) };
  }
  return { chosen, fields };
}

/**
 * The address that an account sends from: where its last parcel was collected, or else its own one in its address book.
 * The person is the account itself.
 */
export async function usualSender(read: Reader, account: Account): Promise<Partial<Addresses>> {
  const { uid, name } = account;
  const last = (await quotesOf(read, uid)).list.find(
    ({ quote }) => quote.formSnapshot.addresses.fromAddressLine !== "",
  );
  const own = last ? null : (await addressBook(read, uid)).find(({ address }) => address.Name === name);
  const known = last ? partyOf("from", last.quote.formSnapshot.addresses) : own?.address;
  return { ...(known && asParty("from", known)), ...person(account) };
}

const person = ({ name, email, phone }: Account) => ({ fromName: name, fromEmail: email, fromPhone: phone });

/** Where a shop's program sends from if it doesn't say: the account's own address in its book, or the last sender. */
export async function shopsSender(read: Reader, account: Account): Promise<Partial<Addresses>> {
  const own = (await addressBook(read, account.uid)).find(({ address }) => address.Name === account.name);
  const usual = await usualSender(read, account);
  return own ? { ...asParty("from", own.address), ...person(account) } : usual;
}

/**
 * What step 1 fills in for the sender: a signed-in user's details, and their address unless a price was asked from
 * another code.
 */
export async function senderOf(read: Reader, account: Account | null, askedFrom: string | null) {
  if (!account) return {};
  const usual = await usualSender(read, account);
  const { fromName = "", fromEmail = "", fromPhone = "" } = usual;
  const isElsewhere = askedFrom !== null && askedFrom !== usual.fromPostal;
  return { ...(isElsewhere ? { fromName, fromEmail } : usual), fromPhone: phoneAsShown(fromPhone) };
}

function namedAddress({ id, label, address }: SavedAddress, party: Party, chosen: Chosen): UsedAddress {
  const place = [address.Name, ...linesOf(asParty(party, address), party, ({ shown }) => shown.choice)].join(", ");
  return { party, name: label, place, query: choiceOf(party, id, chosen) };
}

function distinct(quotes: Quote[], party: Party, chosen: Chosen): UsedAddress[] {
  const found = new Map<string, UsedAddress>();
  for (const { id, formSnapshot } of quotes) {
    const { addresses } = formSnapshot;
    const [name, place] = [
      addresses[`${party}Name`],
      linesOf(addresses, party, ({ shown }) => shown.choice).join(", "),
    ];
    const address = `${name}|${place}`;
    if (name === "" || found.has(address)) continue;
    found.set(address, { party, name, place, query: choiceOf(party, id, chosen) });
  }
  return [...found.values()];
}

/** This choice, together with the one made for the other party. */
function choiceOf(party: Party, id: string, chosen: Chosen): string {
  return new URLSearchParams({ ...chosen, [party]: id }).toString();
}

async function addressOf(
  read: Reader,
  uid: string,
  party: Party,
  id: string,
  { isOwn, remembered }: Own,
): Promise<PartyAddress | null> {
  const known = remembered.find((each) => each.id === id) ?? (uid ? await savedAddress(read, uid, id) : null);
  if (known) return known.address;
  const quote = await quoteById(read, id);
  return quote && (await isOwn(quote)) ? partyOf(party, quote.formSnapshot.addresses) : null;
}
