import type { ActionFunctionArgs } from "@remix-run/node";
import { replaceBooking } from "#app/domain/bookings/change-booking.server";
import { quoteOfDraft } from "#app/domain/parcels/quotes/saved-quotes.server";
import { onward } from "#app/http/pages/private-page.server";
import { customerOf } from "#app/http/wizard/customer.server";
import { newDraft, readDraft, writeDraft } from "#app/http/wizard/draft-cookies.server";
import { journeyAt, stepOf } from "#app/http/wizard/journey";
import { resumeJourney } from "#app/http/wizard/open-step.server";
import { services } from "#app/services.server";

/** Opening the address leads to the wizard; only the button changes anything. */
export const loader = resumeJourney;

/** "Change this booking": cancels an unpaid booking, and starts a new draft with its answers. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = journeyAt(new URL(request.url).pathname);
  const customer = await customerOf(request, journey);
  await customer.readForm();
  const draft = readDraft(request, journey, customer.owner);
  if (!draft) return onward(stepOf(journey, "addresses").path);
  const { store } = await services();
  const quote = await quoteOfDraft(store.read, draft.id);
  const isGivenUp = await replaceBooking(store, draft.id, new Date());
  if (!isGivenUp) return onward(stepOf(journey, "review").path);
  // A booked draft's cookies only contain its id.
  const answers = { ...draft, ...quote?.formSnapshot, ...newDraft() };
  return onward(stepOf(journey, "addresses").path, writeDraft(journey, answers, customer.owner));
}
