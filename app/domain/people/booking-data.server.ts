import type { Reader } from "#db/store.server";
import { partyOf } from "../form/party-address";
import type { PartyAddress } from "../form/saved-form";
import { waybillOfQuote } from "../parcels/issue-waybill.server";
import type { Quote } from "../parcels/quotes/quote";
import { type Copy, copyOf } from "./personal-tables.server";

/** A quote or booking with the rows that belong to it, for its sender. */
export async function bookingData(store: Reader, quote: Quote): Promise<Quote & Copy> {
  const waybillNo = await waybillNoOf(store, quote);
  const ofBooking = await copyOf((copied) =>
    "booking" in copied ? copied.booking(store, quote, waybillNo) : undefined,
  );
  return { ...quote, ...ofBooking };
}

/** The receiver's part of a booking that somebody else made. */
export async function receivedData(store: Reader, quote: Quote): Promise<Copy & { address: PartyAddress }> {
  const waybillNo = await waybillNoOf(store, quote);
  const ofBoth = await copyOf((copied) => {
    const isTheirs = "booking" in copied && copied.givenTo === "both people";
    return isTheirs ? (copied.received ?? copied.booking)(store, quote, waybillNo) : undefined;
  });
  return { address: partyOf("to", quote.formSnapshot.addresses), ...ofBoth };
}

async function waybillNoOf(store: Reader, { id }: Quote): Promise<string | null> {
  return (await waybillOfQuote(store, id))?.waybillNo ?? null;
}
