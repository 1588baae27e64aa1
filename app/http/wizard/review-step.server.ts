import { type ActionFunctionArgs, json } from "@remix-run/node";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { confirmBooking, instantPriceCents } from "#app/domain/bookings/confirm-booking.server";
import { type Journey, stepOf } from "#app/domain/journeys/journey";
import { isPaid } from "#app/domain/payments/payment-state";
import { parcelInWords } from "#app/domain/pricing/parcel-in-words";
import { billOf } from "#app/domain/quotes/bill";
import { deliveryOfQuote } from "#app/domain/quotes/delivery-of-quote.server";
import { isFinal, quoteOfDraft } from "#app/domain/quotes/saved-quotes.server";
import type { FormState } from "#app/domain/values/form-state";
import { formatRand } from "#app/domain/values/money";
import { networkOf } from "#app/domain/values/network.server";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { emailTo } from "#app/http/limits/rate-limit.server";
import { takeTurn, waitingFor } from "#app/http/limits/turns.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { paths } from "#app/paths";
import type { ReviewAnswer, ReviewPage } from "#app/ui/shipments/steps/review-step";
import { draftOfAnybody, finishDraft } from "./draft-cookies.server";
import { openStep } from "./open-step.server";

const NOT_CONFIRMED = "Please accept the confirmation above to continue.";
const CHANGED = "The details or the price have changed since this page was shown. Please check them and confirm again.";

/** Shows a wizard's last step: the price and everything that it is for. */
export async function showReview(request: Request, journey: Journey) {
  const { draft, quote, place, customer } = await openStep(request, journey, "review");
  if (!quote) throw new Error("a review without a quote was opened");
  // What was priced, not what the cookies hold: a booking is shown as it was made, also when a cookie is lost.
  const { addresses, parcel } = quote.formSnapshot;
  const before = quote.previousTotalCents;
  const isCancelled = quote.status === "cancelled";
  const { store } = await company();
  const now = new Date();
  const page: ReviewPage = {
    place,
    token: customer.formFields.token,
    quoteNo: quote.quoteNo,
    agreed: {
      draft: draft.id,
      formHash: quote.formHash,
      price: String(quote.grandTotalCents ?? ""),
      ...customer.formFields,
    },
    confirmHint: NOT_CONFIRMED,
    bill: billOf(quote),
    delivery: isCancelled ? null : await deliveryOfQuote(store.read, quote, { since: quote.bookedAt ?? now }, now),
    priceBefore: before === null || before === quote.grandTotalCents ? null : formatRand(before),
    manualWording: journey.manualWording,
    addresses,
    ...(await parcelInWords(parcel, (await company()).pricing)),
    cancelled: isCancelled ? { statusHref: paths.payfastReturn(quote.id) } : null,
    booked:
      quote.bookedAt && !isCancelled
        ? {
            payHref: isPaid(quote.status) ? null : paths.payfastStart(quote.id),
            statusHref: paths.payfastReturn(quote.id),
          }
        : null,
    quoteId: quote.id,
    isManualRequested: quote.manualRequestedAt !== null && quote.bookedAt === null && !isCancelled,
  };
  return json(page, privately());
}

/** Takes the customer's yes: a booking to pay for, or a request for a manual price. */
export async function takeReview({ request, context }: ActionFunctionArgs, journey: Journey) {
  const booking = await bookingAlreadyMade(request, journey);
  if (booking) return booking;
  const { draft, quote, customer } = await openStep(request, journey, "review");
  const { store, sendEmails } = await company();
  const form = await customer.readForm(request);
  const values = typedValues(form);
  const answer = (errors: FormState["errors"], wait?: ReviewAnswer["wait"]): ReviewAnswer => ({ values, errors, wait });
  if (form.get("confirm") !== "on") return json(answer({ confirm: [NOT_CONFIRMED] }), privately(400));

  const confirm = async () => {
    if (quote && !isFinal(quote)) {
      // A booking writes no letter before it is paid; a request for a price writes one at once.
      const emails = instantPriceCents(quote) === null ? [emailTo(quote.email)] : [];
      const turn = await takeTurn("bookings", networkOf(context?.clientAddress), form, new Date(), ...emails);
      if (turn.kind === "refused") return json(answer({ "": [turn.words] }), turn.answer);
      if (turn.kind === "wait") {
        const { wait, answer: how } = waitingFor(turn, form);
        return json(answer({}, wait), how);
      }
    }
    const price = carriedValue(form, "price");
    const agreed = { formHash: carriedValue(form, "formHash"), grandTotalCents: price ? Number(price) : null };
    const confirmation = await confirmBooking(store, draft.id, agreed, settings().payfast.mode, new Date());
    if (confirmation.kind === "changed")
      return json<ReviewAnswer>({ values: {}, errors: { "": [CHANGED] } }, privately(409));
    sendEmails();
    const isBooked = confirmation.kind === "booked";
    const next = isBooked ? paths.payfastStart(confirmation.quote.id) : stepOf(journey, "review").path;
    return onward(next, finishDraft(journey, draft.id, customer.owner));
  };
  return unlessUnwritable(confirm, (words, how) => json(answer({ "": [words] }), how));
}

/**
 * Where a yes leads that was said before, in a browser that has begun another parcel since: to the booking that it
 * made. Only the page of that draft knew its id.
 */
async function bookingAlreadyMade(request: Request, journey: Journey): Promise<Response | null> {
  const draftId = carriedValue(await request.clone().formData(), "draft");
  if (!draftId || draftId === draftOfAnybody(request, journey)?.id) return null;
  const { store } = await company();
  const quote = await quoteOfDraft(store.read, draftId);
  if (!quote || !isFinal(quote)) return null;
  return onward(quote.bookedAt ? paths.payfastStart(quote.id) : paths.payfastReturn(quote.id));
}
