import { company } from "#app/company.server";
import { journeys, stepOf } from "#app/domain/journeys/journey";
import { priceDraft } from "#app/domain/quotes/price-draft.server";
import type { Quote } from "#app/domain/quotes/quote";
import { isFinal } from "#app/domain/quotes/saved-quotes.server";
import { takeTurn } from "#app/http/limits/turns.server";
import { onward } from "#app/http/pages/private-page.server";
import { clearDraft, newDraft, writeDraft } from "./draft-cookies.server";

/** A form as it came, and the network that it came from. */
type Sent = { form: FormData; network: string };

/**
 * Loads a saved quote's answers into the draft of its wizard, and goes to its review. A cancelled booking starts again;
 * a price that has run out is worked out again, and the review tells of a change.
 * @param uid of its owner, who is signed in
 */
export async function resumeQuote(quote: Quote, uid: string, sent: Sent, now: Date): Promise<Response> {
  if (quote.anonymisedAt) return sendAgain(quote, uid);
  const journey = journeys[quote.journey];
  const id = quote.status === "cancelled" ? newDraft().id : quote.draftId;
  const draft = { id, ...quote.formSnapshot };
  const isStale = id !== quote.draftId || (!isFinal(quote) && quote.expiresAt <= now);
  const owner = journey.access === "public" ? "" : uid;
  const cookies = writeDraft(journey, draft, owner);
  if (id !== quote.draftId) {
    const turn = await takeTurn("quotes", sent.network, sent.form, now);
    // The parcel step asks for its turn again, with everything filled in.
    if (turn.kind !== "now") return onward(stepOf(journey, "parcel").path, cookies);
  }
  if (isStale) await priceDraft(await company(), journey.name, draft, { guestId: null, uid }, now);
  return onward(stepOf(journey, "review").path, cookies);
}

/**
 * Sends the like of an old booking again: its answers begin a new draft, to be looked through from the first step. One
 * whose names have gone has no answers to begin with.
 */
export function sendAgain(quote: Quote, uid: string): Response {
  const journey = journeys[quote.journey];
  const owner = journey.access === "public" ? "" : uid;
  const draft = { ...newDraft(), ...quote.formSnapshot };
  const cookies = quote.anonymisedAt ? clearDraft(journey) : writeDraft(journey, draft, owner);
  return onward(stepOf(journey, "addresses").path, cookies);
}
