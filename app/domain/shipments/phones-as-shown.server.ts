import { normalisePhone, phoneAsShown } from "../values/phone.server";

/** The same answers with phones as South Africans write them, however they were typed. Names may begin with a party. */
export function withPhonesAsShown<T extends object>(answers: T): T {
  const shown = Object.entries(answers).map(([name, value]) =>
    typeof value === "string" && /(Phone|Cell)$/.test(name)
      ? [name, phoneAsShown(normalisePhone(value) ?? value)]
      : [name, value],
  );
  return Object.fromEntries(shown);
}
