import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { company } from "#app/company.server";
import { giveUpBooking } from "#app/domain/bookings/change-booking.server";
import { publicQuote, stepOf } from "#app/domain/journeys/journey";
import { newDraft, readDraft, writeDraft } from "#app/http/draft-cookies.server";
import { onward } from "#app/http/wizard.server";

/** Changes an unpaid booking: it is given up, and its answers begin a new draft. */
export async function action({ request }: ActionFunctionArgs) {
  const draft = readDraft(request, publicQuote);
  if (!draft) return onward(stepOf(publicQuote, "addresses").path, []);
  const { store } = await company();
  const isGivenUp = await giveUpBooking(store, draft.id, new Date());
  if (!isGivenUp) return onward(stepOf(publicQuote, "review").path, []);
  return onward(stepOf(publicQuote, "addresses").path, writeDraft(publicQuote, { ...draft, ...newDraft() }));
}

export const loader = () => redirect(stepOf(publicQuote, "review").path);
