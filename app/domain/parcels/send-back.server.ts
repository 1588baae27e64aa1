import type { Reader } from "#db/store.server";
import { isLocal } from "../form/addresses";
import { type PartyFieldName, partyFields } from "../form/fields";
import type { ParcelAnswers } from "../form/parcel";
import { asParty, partyOf } from "../form/party-address";
import type { SavedForm } from "../form/saved-form";
import { waybillOfQuote } from "./issue-waybill.server";
import { isNameless, type Quote } from "./quotes/quote";

/** Who sends a delivered parcel back, by how much they know of it. */
export type SentBackBy = "who booked" | "who has the waybill" | "the receiver";

/** What is filled in of the person who gets it back, and of the one who sends it. */
const known: Record<SentBackBy, Record<"getsIt" | "sendsIt", (field: PartyFieldName) => boolean>> = {
  "who booked": { getsIt: () => true, sendsIt: () => true },
  // The link may have been forwarded: it fills in what its page shows.
  "who has the waybill": {
    getsIt: (field) => partyFields[field].shown.slip,
    sendsIt: (field) => partyFields[field].shown.slip,
  },
  // Their messages name the sender and the town. Where the sender lives, and how to reach them, is for the sender to say.
  "the receiver": {
    getsIt: (field) => partyFields[field].sentBack,
    sendsIt: () => true,
  },
};

/** Whether a parcel that has arrived can come back the same way: we don't collect abroad, or from people we don't know. */
export function canComeBack(quote: Quote): boolean {
  return !isNameless(quote) && isLocal(quote.formSnapshot.addresses);
}

/** The same, of a parcel that may not have arrived yet. */
export async function maySendBack(store: Reader, quote: Quote): Promise<boolean> {
  return canComeBack(quote) && (await waybillOfQuote(store, quote.id))?.lastEvent === "delivered";
}

/** A booking's addresses the other way round: its receiver is the sender. */
export function addressesBack({ addresses }: SavedForm, by: SentBackBy): Record<string, string> {
  const { getsIt, sendsIt } = known[by];
  const only = (isKnown: (field: PartyFieldName) => boolean, party: "from" | "to") => {
    const address = partyOf(party, addresses);
    for (const field of Object.keys(partyFields) as PartyFieldName[]) if (!isKnown(field)) address[field] = "";
    return address;
  };
  return { ...asParty("from", only(sendsIt, "to")), ...asParty("to", only(getsIt, "from")) };
}

/** The same parcel on another day. What was to be noted on its way there doesn't hold on its way back. */
export function parcelBack({ parcel }: SavedForm): ParcelAnswers {
  return { ...parcel, specialInstructions: "", collectionDay: "", collectionTime: "" };
}
