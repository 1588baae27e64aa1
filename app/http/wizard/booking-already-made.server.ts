import { isFinal, quoteOfDraft } from "#app/domain/parcels/quotes/saved-quotes.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { onward } from "#app/http/pages/private-page.server";
import { journeyAt } from "#app/http/wizard/journey";
import { paths } from "#app/paths";
import { services } from "#app/services.server";
import { draftOfAnybody } from "./draft-cookies.server";

/**
 * Where a repeated confirmation leads, in a browser that has started another parcel since: to the booking that it made.
 * Only the page of that draft knew its id.
 */
export async function bookingAlreadyMade(request: Request): Promise<Response | null> {
  const draftId = carriedValue(await request.clone().formData(), "draft");
  if (!draftId || draftId === draftOfAnybody(request, journeyAt(new URL(request.url).pathname))?.id) return null;
  const { store } = await services();
  const quote = await quoteOfDraft(store.read, draftId);
  if (!quote || !isFinal(quote)) return null;
  return onward(quote.bookedAt ? paths.payfastStart(quote.id) : paths.payfastReturn(quote.id));
}
