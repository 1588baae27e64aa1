import type { ActionFunctionArgs } from "@remix-run/node";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { quoteOfDraft } from "#app/domain/parcels/quotes/saved-quotes.server";
import { newDraft, writeDraft } from "#app/http/wizard/draft-cookies.server";
import { openWizard, resumeJourney } from "#app/http/wizard/open-step.server";

/** Opening the address leads to the wizard; only the button changes anything. */
export const loader = resumeJourney;

/** "Change this booking": cancels an unpaid booking, and starts a new draft with its answers. */
export async function action(args: ActionFunctionArgs) {
  const { journey, customer, draft, next } = await openWizard(args);
  if (!draft) return next({ state: "nothing" });
  const { store } = args.context.services;
  const quote = await quoteOfDraft(store.read, draft.id);
  const isGivenUp = await replaceBooking(store, draft.id, new Date());
  if (!isGivenUp) return next({ state: "not given up" });
  // A booked draft's cookies only contain its id.
  const answers = { ...draft, ...quote?.formSnapshot, ...newDraft() };
  return next({ state: "begun again", cookies: writeDraft(args.context.settings, journey, answers, customer.owner) });
}
