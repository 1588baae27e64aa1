import { normaliseEmail } from "../values/email";
import { cellPhone, normalisePhone, phoneAsShown } from "../values/phone.server";
import type { AddressesShown } from "./address-lines";
import { type Party, type PartyField, parties, partyFields } from "./fields";

const isPhone = ({ rule }: PartyField) => rule === "phone" || rule === "optional phone";
const isEmail = ({ rule }: PartyField) => rule === "email";

/**
 * A person's emails and phones as they were typed, blank where they weren't.
 * @param party blank if the names of the answers don't begin with one, as in the address book
 */
export function contactsOf(answers: AddressesShown, party: Party | "" = ""): { emails: string[]; phones: string[] } {
  const answersTo = (isMeant: (field: PartyField) => boolean) =>
    Object.entries(partyFields).flatMap(([name, field]) => (isMeant(field) ? [answers[party + name] ?? ""] : []));
  return { emails: answersTo(isEmail), phones: answersTo(isPhone) };
}

/** A person's number that can receive texts, if they have one, as it was typed. */
export function cellPhoneOf(answers: AddressesShown, party: Party): string | null {
  // The second number is asked for in case the first is off.
  return contactsOf(answers, party).phones.findLast((phone) => cellPhone(phone)) ?? null;
}

/**
 * Whether a message of ours can reach a parcel's receiver: by an email, or by a text to a South African cell phone. If
 * none can, they hear from us only when the office phones them, and get no PIN. The one rule about that.
 */
export function receiverCanBeTold(addresses: AddressesShown): boolean {
  return contactsOf(addresses, "to").emails.some(Boolean) || cellPhoneOf(addresses, "to") !== null;
}

/** @param contact an email in lower case, or a phone as `+27821234567` */
export function isContactOf(answers: AddressesShown, party: Party, contact: string): boolean {
  const { emails, phones } = contactsOf(answers, party);
  return (
    emails.some((email) => normaliseEmail(email) === contact) ||
    phones.some((phone) => normalisePhone(phone) === contact)
  );
}

const phoneNames = Object.entries(partyFields)
  .filter(([, field]) => isPhone(field))
  .flatMap(([name]) => ["", ...parties].map((party) => party + name));

/** The same answers with phones as South Africans write them, however they were typed. Names may begin with a party. */
export function withPhonesAsShown<T extends Record<string, string>>(answers: T): T {
  const shown = Object.entries(answers).map(([name, value]) => [
    name,
    phoneNames.includes(name) ? phoneAsShown(normalisePhone(value) ?? value) : value,
  ]);
  return Object.fromEntries(shown);
}
