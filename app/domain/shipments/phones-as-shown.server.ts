import { normalisePhone, phoneAsShown } from "../values/phone.server";

/** The same answers with phones as South Africans write them, however they were typed. Names may begin with a party. */
export function withPhonesAsShown<T extends Record<string, string>>(answers: T): T {
  const shown = Object.entries(answers).map(([name, value]) => [
    name,
    /(Phone|Cell)$/.test(name) ? phoneAsShown(normalisePhone(value) ?? value) : value,
  ]);
  return Object.fromEntries(shown);
}
