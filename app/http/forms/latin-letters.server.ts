import type { AddressesShown } from "#app/domain/form/address-lines";
import type { Party } from "#app/domain/form/fields";
import { missingInLatin } from "#app/domain/form/in-latin";

/**
 * The fields in Latin letters to ask for: the paper needs them, and the form didn't have them. Each is asked for once,
 * because the form that asks has them; a blank one is an answer.
 * @param party blank if the names of the answers don't begin with one, as in the address book
 */
export function latinToAsk(form: FormData, answers: AddressesShown, party: Party | ""): string[] {
  return missingInLatin(answers, party).flatMap((name) => (form.has(party + name) ? [] : [party + name]));
}
