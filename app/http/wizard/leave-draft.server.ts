import { company } from "#app/company.server";
import { giveUpBooking } from "#app/domain/bookings/change-booking.server";
import { type Journey, stepOf } from "#app/domain/journeys/journey";
import { quoteOfDraft } from "#app/domain/quotes/saved-quotes.server";
import { onward } from "#app/http/pages/private-page.server";
import { customerOn } from "./customer.server";
import { clearDraft, newDraft, readDraft, writeDraft } from "./draft-cookies.server";

/** "Start again": forgets the draft. */
export async function startAgain(request: Request, journey: Journey): Promise<Response> {
  const customer = await customerOn(journey, request);
  await customer.readForm(request);
  return onward(stepOf(journey, "addresses").path, clearDraft(journey));
}

/** "Change this booking": an unpaid booking is given up, and its answers begin a new draft. */
export async function changeBooking(request: Request, journey: Journey): Promise<Response> {
  const { owner, readForm } = await customerOn(journey, request);
  await readForm(request);
  const draft = readDraft(request, journey, owner);
  if (!draft) return onward(stepOf(journey, "addresses").path);
  const { store } = await company();
  const quote = await quoteOfDraft(store.read, draft.id);
  const isGivenUp = await giveUpBooking(store, draft.id, new Date());
  if (!isGivenUp) return onward(stepOf(journey, "review").path);
  // The cookies of a booked draft hold its id alone.
  const answers = { ...draft, ...quote?.formSnapshot, ...newDraft() };
  return onward(stepOf(journey, "addresses").path, writeDraft(journey, answers, owner));
}
