import { parsePhoneNumberFromString } from "libphonenumber-js";
import { plainSigns } from "./typed-text";

const SOUTH_AFRICA = "27";
const SOUTH_AFRICAN_DIGITS = 9;

/**
 * A phone number in our stored form, `+27821234567`, from however it was typed: `082 123 4567`, `0027…`, `27…`, `+27
 * (0)82…`. Foreign numbers need their `+`. Null if it can't be a phone number.
 * The length is checked but not the prefix, because new mobile prefixes come out faster than lists of them are updated.
 * Neither an extension nor a second number behind a semicolon is left out in silence: then it is none.
 */
export function normalisePhone(text: string): string | null {
  const typed = plainSigns(text).replace(/\(\s*0\s*\)/g, "");
  const number = typed.includes(";")
    ? undefined
    : parsePhoneNumberFromString(typed, { defaultCountry: "ZA", extract: false });
  if (!number?.isPossible() || number.ext) return null;
  const isShort = number.countryCallingCode === SOUTH_AFRICA && number.nationalNumber.length !== SOUTH_AFRICAN_DIGITS;
  return isShort ? null : number.number;
}

/** A cell phone number as `+27821234567`, from any format; null if it can't receive text messages. */
export function cellPhone(typed: string): string | null {
  const phone = normalisePhone(typed);
  return phone && /^\+27(?:[67]|8[1-5])/.test(phone) ? phone : null;
}

/** A stored number as South Africans write it: `082 123 4567`; a foreign one with its country, `+44 20 7946 0000`. */
export function phoneAsShown(phone: string): string {
  const number = parsePhoneNumberFromString(phone);
  if (!number) return phone;
  return number.countryCallingCode === SOUTH_AFRICA ? number.formatNational() : number.formatInternational();
}
