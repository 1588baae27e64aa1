import { type JourneyName, publicQuote, stepOf } from "#app/domain/journeys/journey";
import type { Quote } from "#app/domain/quotes/quote";
import { wizardPaths } from "#app/paths";
import { newDraft, writeDraft } from "./draft-cookies.server";
import { onward } from "./wizard.server";

/** The wizards that take a saved quote up again. */
const resumable: Partial<Record<JourneyName, typeof publicQuote>> = { publicQuote };

/** Loads a saved quote's answers into the draft of its wizard, and goes to its review. A given-up booking begins anew. */
export function resumeQuote(quote: Quote): Response {
  const journey = resumable[quote.journey];
  if (!journey) return onward(wizardPaths[quote.journey], []);
  const id = quote.status === "cancelled" ? newDraft().id : quote.draftId;
  return onward(stepOf(journey, "review").path, writeDraft(journey, { id, ...quote.formSnapshot }));
}
