import * as z from "zod";
import { type AddressFieldName, addressFields, limits, type Party, parties, partyNames } from "./fields";
import { hasDoor } from "./post-box";
import {
  emailLine,
  homePostalLine,
  optionalEmailLine,
  optionalLatinLine,
  optionalLine,
  optionalPhoneLine,
  phoneLine,
  postalLine,
  requiredLine,
} from "./text-rules";

/** Collections are in South Africa; a parcel that stays there is a local one. */
export const HOME_COUNTRY = "South Africa";

export type Addresses = Record<AddressFieldName, string>;

/**
 * Both addresses of a parcel (specification sections 3 and 5). Suburb, cell and landmark may be blank; a receiver
 * abroad may have no postal code.
 * @param going `abroad` asks for a country; only `home` requires the receiver's postal code to have four digits
 * @param knowsCountry whether a name is in the list of countries
 * @param asked whose place must have a door; a receiver abroad may have a post box
 */
export function addressesSchema(
  going: "home" | "abroad",
  knowsCountry: (name: string) => boolean,
  asked: readonly Party[] = parties,
): z.ZodType<Addresses> {
  if (going === "home") return asked === parties ? homeAddresses : withDoors(z.object(homeRules), asked);
  const chosen = z.string().refine(knowsCountry, "Receiver country must be chosen from the list");
  const abroad = z.object({
    ...homeRules,
    toPostal: postalLine("Receiver postal"),
    toCountry: requiredLine("Receiver country", limits.country).pipe(chosen),
  });
  return withDoors(abroad, asked.includes("from") ? ["from"] : []);
}

/** What a post box without a street or a landmark is asked. Lists and programs call the answer a landmark. */
export const noDoor = (party: Party) =>
  `${partyNames[party]} address is a post box, and our driver needs a place with a door. Give the street, or say how the driver finds it (landmark)`;

/**
 * Asks for a street or a landmark where an address has only a post box. Beside the other rules: zod calls what is chained
 * to an object only once all its fields are right, and a page would ask twice.
 */
function withDoors(schema: z.ZodType<Addresses>, asked: readonly Party[]): z.ZodType<Addresses> {
  const doors = z.record(z.string(), z.unknown()).transform((typed, { addIssue }) => {
    for (const party of asked) {
      const of = (field: "AddressLine" | "Suburb" | "Landmark") => typed[`${party}${field}`];
      if (!hasDoor(of("AddressLine"), of("Suburb"), of("Landmark")))
        addIssue({ code: "custom", path: [`${party}AddressLine`], message: noDoor(party) });
    }
    return {};
  });
  return z.intersection(schema, doors);
}

type Rules = Record<AddressFieldName, z.ZodType<string>>;

const NOT_HOME = {
  from: "We collect in South Africa only",
  to: "Receiver country must be South Africa for a local parcel",
};

/** Built once: building it takes longer than validating a form with it. */
const homeRules = Object.fromEntries(addressFields.map((each) => [each.name, ruleOf(each)])) as Rules;
export const homeAddresses: z.ZodType<Addresses> = withDoors(z.object(homeRules), parties);

/**
 * For bookings by API: shops often have no email of a receiver. The phone is then the only way to them. A form asks for
 * it.
 */
export const rulesByKey: Rules = { ...homeRules, toEmail: optionalEmailLine("Receiver email") };
export const addressesByKey = (asked: readonly Party[]): z.ZodType<Addresses> => withDoors(z.object(rulesByKey), asked);

function ruleOf({ party, field }: (typeof addressFields)[number]): z.ZodType<string> {
  const label = `${partyNames[party]} ${field.nameInMessages}`;
  switch (field.rule) {
    case "line":
      return requiredLine(label, field.max);
    case "optional line":
      return optionalLine(label, field.max);
    case "optional Latin line":
      return optionalLatinLine(label, field.max);
    case "email":
      return emailLine(label);
    case "phone":
      return phoneLine(label, { second: "Cell", extension: "special instructions" });
    case "optional phone":
      return optionalPhoneLine(label, { extension: "special instructions" });
    case "postal":
      return homePostalLine(label);
    case "country":
      return optionalLine(label, field.max)
        .transform((name) => name || HOME_COUNTRY)
        .refine((name) => name === HOME_COUNTRY, NOT_HOME[party]);
  }
}

export function isLocal(addresses: Pick<Addresses, "toCountry">): boolean {
  return addresses.toCountry === HOME_COUNTRY;
}
