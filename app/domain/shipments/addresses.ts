import { z } from "zod";
import { emailLine, limits, optionalLine, optionalPhoneLine, phoneLine, postalLine, requiredLine } from "./text-rules";

/** Collections are in South Africa; a parcel that stays in it is a local one. */
export const HOME_COUNTRY = "South Africa";

const senderFields = {
  fromName: requiredLine("Sender full name", limits.fullName),
  fromEmail: emailLine("Sender email"),
  fromPhone: phoneLine("Sender phone"),
  fromCell: optionalPhoneLine("Sender cell"),
  fromAddressLine: requiredLine("Sender address", limits.addressLine),
  fromSuburb: optionalLine("Sender suburb", limits.suburb),
  fromCity: requiredLine("Sender city", limits.city),
  fromPostal: postalLine("Sender postal"),
  fromCountry: optionalLine("Sender country", limits.country).transform((country) => country || HOME_COUNTRY),
  fromLandmark: optionalLine("How the driver finds the sender", limits.landmark),
};

const receiverFields = {
  toName: requiredLine("Receiver full name", limits.fullName),
  toEmail: emailLine("Receiver email"),
  toPhone: phoneLine("Receiver phone"),
  toCell: optionalPhoneLine("Receiver cell"),
  toAddressLine: requiredLine("Receiver address", limits.addressLine),
  toSuburb: optionalLine("Receiver suburb", limits.suburb),
  toCity: requiredLine("Receiver city", limits.city),
  toPostal: postalLine("Receiver postal"),
  toCountry: optionalLine("Receiver country", limits.country).transform((country) => country || HOME_COUNTRY),
  toLandmark: optionalLine("How the driver finds the receiver", limits.landmark),
};

/**
 * Both addresses of a parcel (spec sections 3 and 5). Suburb, cell and landmark may be blank; a receiver abroad may
 * have no postal code.
 * @param knowsCountry whether a name is in the list of countries
 */
export function addressesSchema(knowsCountry: (name: string) => boolean) {
  return z.object({ ...senderFields, ...receiverFields }).superRefine((addresses, check) => {
    const complain = (field: keyof typeof addresses, message: string) =>
      check.addIssue({ code: "custom", path: [field], message });

    if (addresses.fromCountry !== HOME_COUNTRY) complain("fromCountry", "We collect in South Africa only");
    checkHomePostal(addresses.fromPostal, "Sender postal", (message) => complain("fromPostal", message));
    if (addresses.toCountry === HOME_COUNTRY) {
      checkHomePostal(addresses.toPostal, "Receiver postal", (message) => complain("toPostal", message));
    } else if (!knowsCountry(addresses.toCountry)) {
      complain("toCountry", "Choose the receiver's country from the list");
    }
  });
}

export type Addresses = z.infer<ReturnType<typeof addressesSchema>>;

export function isLocal(addresses: Pick<Addresses, "toCountry">): boolean {
  return addresses.toCountry === HOME_COUNTRY;
}

function checkHomePostal(postal: string, label: string, complain: (message: string) => void) {
  if (postal === "") complain(`${label} is required`);
  else if (!/^\d{4}$/.test(postal.replaceAll(" ", ""))) complain(`${label} code must have 4 digits`);
}
