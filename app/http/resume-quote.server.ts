import { journeys, stepOf } from "#app/domain/journeys/journey";
import type { Quote } from "#app/domain/quotes/quote";
import { newDraft, writeDraft } from "./draft-cookies.server";
import { onward } from "./wizard.server";

/**
 * Loads a saved quote's answers into the draft of its wizard, and goes to its review. A given-up booking begins anew.
 * @param uid of its owner, who is signed in
 */
export function resumeQuote(quote: Quote, uid: string): Response {
  const journey = journeys[quote.journey];
  const id = quote.status === "cancelled" ? newDraft().id : quote.draftId;
  const owner = journey.access === "public" ? "" : uid;
  return onward(stepOf(journey, "review").path, writeDraft(journey, { id, ...quote.formSnapshot }, owner));
}
