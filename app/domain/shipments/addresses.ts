import { z } from "zod";
import {
  emailLine,
  homePostalLine,
  limits,
  optionalLine,
  optionalPhoneLine,
  phoneLine,
  postalLine,
  requiredLine,
} from "./text-rules";

/** Collections are in South Africa; a parcel that stays in it is a local one. */
export const HOME_COUNTRY = "South Africa";

/**
 * Both addresses of a parcel (spec sections 3 and 5). Suburb, cell and landmark may be blank; a receiver abroad may
 * have no postal code.
 * @param going `abroad` asks for a country; only `home` insists on a four-digit postal code of the receiver's
 * @param knowsCountry whether a name is in the list of countries
 */
export function addressesSchema(going: "home" | "abroad", knowsCountry: (name: string) => boolean) {
  if (going === "home") return homeAddresses;
  const chosen = z.string().refine(knowsCountry, "Receiver country must be chosen from the list");
  return homeAddresses.extend({
    toPostal: postalLine("Receiver postal"),
    toCountry: requiredLine("Receiver country", limits.country).pipe(chosen),
  });
}

const isHome = (name: string): boolean => name === HOME_COUNTRY;
const country = (label: string) => optionalLine(label, limits.country).transform((name) => name || HOME_COUNTRY);

/** Made once: making it takes longer than checking a form with it. */
const homeAddresses = z.object({
  fromName: requiredLine("Sender full name", limits.fullName),
  fromEmail: emailLine("Sender email"),
  fromPhone: phoneLine("Sender phone"),
  fromCell: optionalPhoneLine("Sender cell"),
  fromAddressLine: requiredLine("Sender address", limits.addressLine),
  fromSuburb: optionalLine("Sender suburb", limits.suburb),
  fromCity: requiredLine("Sender city", limits.city),
  fromPostal: homePostalLine("Sender postal"),
  fromCountry: country("Sender country").refine(isHome, "We collect in South Africa only"),
  fromLandmark: optionalLine("How the driver finds the sender", limits.landmark),
  toName: requiredLine("Receiver full name", limits.fullName),
  toEmail: emailLine("Receiver email"),
  toPhone: phoneLine("Receiver phone"),
  toCell: optionalPhoneLine("Receiver cell"),
  toAddressLine: requiredLine("Receiver address", limits.addressLine),
  toSuburb: optionalLine("Receiver suburb", limits.suburb),
  toCity: requiredLine("Receiver city", limits.city),
  toPostal: homePostalLine("Receiver postal"),
  toCountry: country("Receiver country").refine(isHome, "Receiver country must be South Africa for a local parcel"),
  toLandmark: optionalLine("How the driver finds the receiver", limits.landmark),
});

export type Addresses = z.infer<typeof homeAddresses>;

export function isLocal(addresses: Pick<Addresses, "toCountry">): boolean {
  return addresses.toCountry === HOME_COUNTRY;
}
