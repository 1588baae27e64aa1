import { z } from "zod";
import { centsFromRand } from "../values/money";
import type { Addresses } from "./addresses";
import {
  addressFields,
  type Field,
  type ParcelFieldName,
  type Party,
  type PartyFieldName,
  parcelFields,
  partyFields,
} from "./fields";
import type { Parcel } from "./parcel";

/** The form that a quote was made from, kept with it so that later changes of forms or rates don't change it. */
export type SavedForm = { addresses: Addresses; parcel: Parcel };

/** Answers as they were kept, by this release or any before it: what was never asked is blank. */
export const SavedAddresses = z.object(
  Object.fromEntries(addressFields.map(({ name }) => [name, orBlank(z.string(), "")])),
) as unknown as z.ZodType<Addresses>;

/** The same of a parcel. */
export const SavedParcel = z.preprocess(
  inCents,
  z.object(
    Object.fromEntries(
      Object.entries(parcelFields).map(([name, { blank }]) => [
        name,
        orBlank(typeof blank === "string" ? z.string() : z.number(), blank),
      ]),
    ),
  ),
) as unknown as z.ZodType<Parcel>;

const InRand = z.looseObject({ declaredCents: z.null().optional(), declaredValue: z.number() });

/** Parcels were once kept with their value in rand, as `declaredValue`. */
function inCents(stored: unknown): unknown {
  const { data: old } = InRand.safeParse(stored);
  return old ? { ...old, declaredCents: centsFromRand(old.declaredValue) } : stored;
}

const Saved = z.object({ addresses: SavedAddresses, parcel: SavedParcel });

/** A saved form as the code of today knows it. Throws for what no release has ever saved. */
export function readSavedForm(stored: unknown): SavedForm {
  return Saved.parse(stored);
}

/** One person's address, as an address book keeps it: neither sender nor receiver yet. */
export type PartyAddress = Record<PartyFieldName, string>;

/** An address as it was kept, by this release or any before it: what was never asked is blank. */
export function readPartyAddress(stored: unknown): PartyAddress {
  const kept = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return Object.fromEntries(Object.keys(partyFields).map((name) => [name, text(kept[name])])) as PartyAddress;
}

/** Takes one of the two people out of a saved form, and what either may have written about the other. */
export function withoutParty({ addresses, parcel }: SavedForm, party: Party): SavedForm {
  const theirs = addressFields.filter((each) => each.party === party && each.field.kept !== "always");
  return {
    addresses: { ...addresses, ...Object.fromEntries(theirs.map(({ name }) => [name, ""])) },
    parcel: { ...parcel, specialInstructions: "" },
  };
}

/** JSON has null for what is missing. */
function orBlank(rule: z.ZodType<string | number>, blank: string | number | undefined) {
  return rule.nullish().transform((value) => value ?? blank);
}

/**
 * Takes the people out of a saved form.
 * @param asOf `books-closed`: nothing of theirs is needed any more; `account-deleted`: a parcel may still be under way
 */
export function withoutPeople({ addresses, parcel }: SavedForm, asOf: "account-deleted" | "books-closed"): SavedForm {
  const goes = ({ kept }: Pick<Field, "kept">) =>
    kept !== "always" && (asOf === "books-closed" || kept !== "until-the-books-close");
  const gone = (Object.keys(parcelFields) as ParcelFieldName[]).filter((name) => goes(parcelFields[name]));
  return {
    addresses: {
      ...addresses,
      ...Object.fromEntries(addressFields.filter(({ field }) => goes(field)).map(({ name }) => [name, ""])),
    },
    parcel: { ...parcel, ...Object.fromEntries(gone.map((name) => [name, parcelFields[name].blank])) },
  };
}
