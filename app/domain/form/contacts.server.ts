import { normaliseEmail } from "../values/email";
import { normalisePhone, phoneAsShown } from "../values/phone.server";
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
