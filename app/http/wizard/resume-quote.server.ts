import type { AppLoadContext } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { savedValues } from "#app/domain/form/saved-values";
import { type Pricing, priceDraft } from "#app/domain/parcels/quotes/price-draft.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { isFinal } from "#app/domain/parcels/quotes/saved-quotes.server";
import { addressesBack, parcelBack, type SentBackBy } from "#app/domain/parcels/send-back.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { journeys, publicQuote } from "#app/http/wizard/journey";
import { clearDraft, keepTyped, newDraft, writeDraft, writeParcel } from "./draft-cookies.server";
import { leadOn } from "./open-step.server";

/**
 * Loads a saved quote's answers into its wizard's draft, and goes to the review. A cancelled booking starts a new
 * draft; an expired price is calculated again, and the review says if it changed.
 * @param uid of its owner, who is signed in
 */
export async function resumeQuote(
  context: AppLoadContext,
  quote: Quote,
  uid: string,
  form: FormData,
  now: Date,
): Promise<Response> {
  if (quote.anonymisedAt) return sendAgain(context.settings, quote, uid);
  const journey = journeys[quote.journey];
  const id = quote.status === "cancelled" ? newDraft().id : quote.draftId;
  const draft = { id, ...quote.formSnapshot };
  const isStale = id !== quote.draftId || (!isFinal(quote) && quote.expiresAt <= now);
  const owner = journey.access === "public" ? "" : uid;
  const cookies = writeDraft(context.settings, journey, draft, owner);
  let pricing: Pricing = "again";
  if (id !== quote.draftId) {
    const turn = await takeTurn(context, "quotes", form, now);
    // The parcel step, with everything filled in, lets the customer wait and try again.
    if (turn.kind !== "now") return leadOn(journey, { state: "unpriced", cookies });
    pricing = turn.asked;
  }
  if (isStale) await priceDraft(context.services, pricing, journey.name, draft, { guestId: null, uid }, now);
  return leadOn(journey, { state: "priced", cookies });
}

/**
 * Starts a new draft with an old booking's answers, from the first step. A booking that was anonymised has no answers
 * to start with.
 */
export function sendAgain(settings: Config, quote: Quote, uid: string): Response {
  const journey = journeys[quote.journey];
  const owner = journey.access === "public" ? "" : uid;
  const draft = { ...newDraft(), ...quote.formSnapshot };
  const cookies = quote.anonymisedAt ? clearDraft(settings, journey) : writeDraft(settings, journey, draft, owner);
  return leadOn(journey, { state: "begun again", cookies });
}

/**
 * Starts a parcel in the other direction, at the first step. Its addresses count as typed, not as saved: whoever sends it
 * now looks at them and fills in what is missing.
 * @param uid of the signed-in account that booked; "" for anybody else, who goes through the public wizard
 */
export function sendBack(
  settings: Config,
  { journey: bookedIn, formSnapshot }: Quote,
  by: SentBackBy,
  uid = "",
): Response {
  const journey = uid ? journeys[bookedIn] : publicQuote;
  const owner = journey.access === "public" ? "" : uid;
  const typed = keepTyped(settings, journey, "addresses", owner, savedValues(addressesBack(formSnapshot, by)));
  if (by === "the receiver") {
    // What is inside, and its value, are the sender's words: only the box comes along.
    const query = { selectedBoxId: formSnapshot.parcel.selectedBoxId };
    return leadOn(journey, { state: "begun again", query, cookies: [...clearDraft(settings, journey), ...typed] });
  }
  const draft = { ...newDraft(), parcel: parcelBack(formSnapshot) };
  return leadOn(journey, {
    state: "begun again",
    cookies: [...writeParcel(settings, journey, draft, owner), ...typed],
  });
}
