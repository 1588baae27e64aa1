import * as z from "zod";
import { centsFromRand } from "../values/money";
import type { Addresses } from "./addresses";
import {
  addressFields,
  type Field,
  type ParcelField,
  type Party,
  type PartyFieldName,
  parcelFieldNames,
  parcelFields,
  partyFields,
} from "./fields";
import type { ParcelAnswers } from "./parcel";

/** The form that a quote was made from, stored with it so that later changes of forms or rates don't change it. */
export type SavedForm = { addresses: Addresses; parcel: ParcelAnswers };

/** Reads stored answers of this release or any earlier one. Fields that didn't exist then are blank. */
export const SavedAddresses = z.object(
  Object.fromEntries(addressFields.map(({ name }) => [name, orBlank(z.string(), "")])),
) as unknown as z.ZodType<Addresses>;

/** The same for a parcel. */
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
) as unknown as z.ZodType<ParcelAnswers>;

const InRand = z.looseObject({ declaredCents: z.null().optional(), declaredValue: z.number() });

/** Earlier releases stored the parcel's value in rand, as `declaredValue`. */
function inCents(stored: unknown): unknown {
  const { data: old } = InRand.safeParse(stored);
  return old ? { ...old, declaredCents: centsFromRand(old.declaredValue) } : stored;
}

const Saved = z.object({ addresses: SavedAddresses, parcel: SavedParcel });

/** Reads a stored form. Throws for one that no release has ever written. */
export function readSavedForm(stored: unknown): SavedForm {
  return Saved.parse(stored);
}

/** One person's address as an address book stores it, before it is the sender's or receiver's. */
export type PartyAddress = Record<PartyFieldName, string>;

/** Reads a stored address of this release or any earlier one. Fields that didn't exist then are blank. */
export function readPartyAddress(stored: unknown): PartyAddress {
  const kept = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return Object.fromEntries(Object.keys(partyFields).map((name) => [name, text(kept[name])])) as PartyAddress;
}

/** Erases one of the two people from a stored form, and the free text that may be about them. */
export function withoutParty({ addresses, parcel }: SavedForm, party: Party): SavedForm {
  const theirs = addressFields.filter((each) => each.party === party && each.field.kept !== "always");
  return {
    addresses: { ...addresses, ...Object.fromEntries(theirs.map(({ name }) => [name, ""])) },
    parcel: withoutFields(parcel, ({ kept }) => !kept),
  };
}

/** JSON has null for what is missing. */
function orBlank(rule: z.ZodType<string | number>, blank: string | number | undefined) {
  return rule.nullish().transform((value) => value ?? blank);
}

/**
 * Erases the people from a stored form.
 * @param asOf `books-closed`: none of their data is needed any more; `account-deleted`: a parcel may still be under way
 */
export function withoutPeople({ addresses, parcel }: SavedForm, asOf: "account-deleted" | "books-closed"): SavedForm {
  const goes = ({ kept }: Pick<Field, "kept">) =>
    kept !== "always" && (asOf === "books-closed" || kept !== "until-the-books-close");
  return {
    addresses: {
      ...addresses,
      ...Object.fromEntries(addressFields.filter(({ field }) => goes(field)).map(({ name }) => [name, ""])),
    },
    parcel: withoutFields(parcel, goes),
  };
}

function withoutFields(parcel: ParcelAnswers, goes: (field: ParcelField) => boolean): ParcelAnswers {
  const gone = parcelFieldNames.filter((name) => goes(parcelFields[name]));
  return { ...parcel, ...Object.fromEntries(gone.map((name) => [name, parcelFields[name].blank])) };
}
