import * as z from "zod";
import { HOME_COUNTRY } from "./addresses";
import { limits, neededToKeep, type Party, type PartyField, type PartyFieldName, partyFields } from "./fields";
import { type PartyAddress, readPartyAddress } from "./saved-form";
import {
  optionalEmailLine,
  optionalLatinLine,
  optionalLine,
  optionalPhoneLine,
  postalLine,
  requiredLine,
} from "./text-rules";

const names = Object.keys(partyFields) as PartyFieldName[];

/** An address with the name that its owner gave it: "Home", "Gogo Soweto". */
export const NamedAddressSchema = z.object({
  label: requiredLine("Name in your address book", limits.fullName),
  ...(Object.fromEntries(names.map((name) => [name, ruleOf(name, partyFields[name])])) as Record<
    PartyFieldName,
    z.ZodType<string>
  >),
});

function ruleOf(name: PartyFieldName, { label, rule, max }: PartyField): z.ZodType<string> {
  if (neededToKeep.includes(name)) return requiredLine(label, max);
  switch (rule) {
    case "email":
      return optionalEmailLine(label);
    case "phone":
      return optionalPhoneLine(label, { second: "Cell" });
    case "optional phone":
      return optionalPhoneLine(label);
    case "optional Latin line":
      return optionalLatinLine(label, max);
    case "postal":
      return postalLine(label);
    case "country":
      return optionalLine(label, max).transform((country) => country || HOME_COUNTRY);
    default:
      return optionalLine(label, max);
  }
}

/** The address as one party's form fields: `fromName`, `fromEmail` … */
export function asParty(party: Party, address: PartyAddress): Record<string, string> {
  return Object.fromEntries(names.map((name) => [party + name, address[name]]));
}

/** One party's address from a form's fields. */
export function partyOf(party: Party, fields: Record<string, string | undefined>): PartyAddress {
  return readPartyAddress(Object.fromEntries(names.map((name) => [name, fields[party + name]])));
}
