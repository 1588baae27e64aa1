import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { blockedInWords } from "#app/domain/accounts/blocked-customers.server";
import { beforeItIsBooked } from "#app/domain/bookings/charges/account-in-words.server";
import { confirmBooking, instantPriceCents } from "#app/domain/bookings/confirm-booking.server";
import { requestInWords } from "#app/domain/bookings/promised-price.server";
import { withPhonesAsShown } from "#app/domain/form/contacts.server";
import { parcelFieldNames, parcelFields } from "#app/domain/form/fields";
import { billOf } from "#app/domain/parcels/quotes/bill";
import { deliveryOfQuote } from "#app/domain/parcels/quotes/delivery-of-quote.server";
import { isFinal } from "#app/domain/parcels/quotes/saved-quotes.server";
import { MOST_PAID_FOR_A_PARCEL } from "#app/domain/parcels/quotes/terms-version";
import { tooHeavyFor, tooHeavyInWords } from "#app/domain/prices/box-choices";
import { isTrouble } from "#app/domain/prices/contract/quote-answer";
import { postalsOf } from "#app/domain/prices/delays";
import { delaysAt } from "#app/domain/prices/delays.server";
import { type ParcelInWords, parcelInWords } from "#app/domain/prices/parcel-in-words";
import { vatRateOn } from "#app/domain/prices/vat-rate.server";
import { decimal } from "#app/domain/values/decimal";
import type { FormState } from "#app/domain/values/form-state";
import { formatRand, inWholeRand } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { takeTurn, type WaitingForm, waitingFor } from "#app/http/limits/turns.server";
import { privately } from "#app/http/pages/private-page.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { finishDraft, forgetTyped } from "#app/http/wizard/draft-cookies.server";
import { journeyAt, stepTitle } from "#app/http/wizard/journey";
import type { State } from "#app/http/wizard/next-page.server";
import { type OpenStep, openStep, type Read, type StepOutcome, takeStep } from "#app/http/wizard/open-step.server";
import { paths } from "#app/paths";
import { ManualPricePanel } from "#app/routes/wizard.review/manual-price-panel";
import { PriceRequested } from "#app/routes/wizard.review/price-requested";
import { QuoteOutcome } from "#app/routes/wizard.review/quote-outcome";
import { ButtonRow, PrintButton } from "#app/ui/forms/button";
import { Checkbox } from "#app/ui/forms/checkbox";
import { ErrorSummary } from "#app/ui/forms/error-summary";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressSummary } from "#app/ui/shipments/address-summary";
import { DelayNotice } from "#app/ui/shipments/delay-notice";
import { BeforeItIsBooked } from "#app/ui/shipments/on-account";
import { Promises } from "#app/ui/shipments/order-card";
import { PriceBreakdown } from "#app/ui/shipments/price-breakdown";
import { StartAgain } from "#app/ui/shipments/start-again";
import { StatePanelIsNext } from "#app/ui/shipments/state-panel";
import { StepHeader } from "#app/ui/shipments/step-header";
import { SummaryCard } from "#app/ui/shipments/summary-card";
import { WaitYourTurn } from "#app/ui/shipments/wait-your-turn";

const NOT_CONFIRMED = "Please accept the confirmation above to continue.";
const CHANGED = "The details or the price have changed since this page was shown. Please check them and confirm again.";

export const handle = { enhance: true };
export const meta: MetaFunction = ({ location }) => privatePageMeta(stepTitle(journeyAt(location.pathname), "review"));

/** A wizard's last step: the price, and all the answers. */
export async function loader(args: LoaderFunctionArgs) {
  const { journey, draft, quote, place, customer } = await openStep(args, "review");
  if (!quote) throw new Error("a review without a quote was opened");
  // Shows what was priced rather than the cookies, so that a booking is shown as it was made even if a cookie is lost.
  const { addresses, parcel } = quote.formSnapshot;
  const previousCents = quote.previousTotalCents;
  const isCancelled = quote.status === "cancelled";
  const { store, pricing } = args.context.services;
  const now = new Date();
  const cents = instantPriceCents(quote);
  // The draft stays in the browser when the session has ended.
  const isOwn = customer.account?.uid === quote.uid;
  const heaviest = await tooHeavyFor(pricing, parcel.weight);
  const page = {
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
    bill: billOf(quote, await vatRateOn(store.read, saDay(quote.createdAt))),
    delivery: isCancelled ? null : await deliveryOfQuote(store.read, quote, { since: quote.bookedAt ?? now }, now),
    delays: isCancelled ? [] : await delaysAt(store.read, now, postalsOf(quote)),
    priceBefore: previousCents === null || previousCents === quote.grandTotalCents ? null : formatRand(previousCents),
    manualWording:
      isTrouble(quote.message ?? "") || quote.status === "error" ? ("unreached" as const) : journey.manualWording,
    addresses: withPhonesAsShown(addresses),
    ...(await parcelInWords(parcel, pricing)),
    // No larger box could be considered: step 2 said so.
    ...(heaviest && { overLimitKg: null }),
    tooHeavy: heaviest && tooHeavyInWords(heaviest),
    cancelled: isCancelled ? { statusHref: paths.paymentStatus(quote.id) } : null,
    // One that is paid leads to its thank-you page before it comes here.
    booked: quote.bookedAt && !isCancelled ? { payHref: paths.payfastStart(quote.id) } : null,
    onAccount:
      quote.bookedAt || isCancelled || cents === null
        ? null
        : await beforeItIsBooked(store.read, { uid: isOwn ? quote.uid : null, quotes: [quote], cents }, now),
    quoteId: quote.id,
    cover: inWholeRand(MOST_PAID_FOR_A_PARCEL),
    requested:
      quote.manualRequestedAt && !quote.bookedAt && !isCancelled
        ? await requestInWords(store.read, quote.id, quote.manualRequestedAt, now)
        : null,
  };
  return json(page, privately());
}

/** Confirms the booking or the request for a manual price. */
export async function action(args: ActionFunctionArgs) {
  return takeStep(args, "review", readConfirmation, confirm);
}

type Shown = FormState & { wait: WaitingForm["wait"] | null };

async function readConfirmation({ form }: OpenStep): Promise<Read<null, Shown>> {
  const shown: Shown = { values: typedValues(form), errors: {}, wait: null };
  if (form.get("confirm") === "on") return { answers: null, shown };
  return { state: "wrong", shown: { ...shown, errors: { confirm: [NOT_CONFIRMED] } } };
}

async function confirm({
  request,
  journey,
  draft,
  quote,
  customer,
  form,
  context,
}: OpenStep): Promise<StepOutcome<Partial<Shown>>> {
  const { store, sendEmails } = context.services;
  const refuse = (state: State, words: string) => ({ state, shown: { errors: { "": [words] } } });
  let asked: Parameters<typeof confirmBooking>[1] = null;
  if (quote && !isFinal(quote)) {
    // A booking sends no email before it is paid; a request for a manual price sends one at once.
    const emails = instantPriceCents(quote) === null ? [await messageTo(request, context, quote.email)] : [];
    const turn = await takeTurn(context, "bookings", form, new Date(), ...emails);
    if (turn.kind === "refused") return { ...refuse("turn", turn.why), headers: turn.answer.headers };
    if (turn.kind === "wait") {
      const { wait, answer } = waitingFor(turn, form);
      return { state: "turn", shown: { wait }, headers: answer.headers };
    }
    asked = turn.asked;
  }
  const price = carriedValue(form, "price");
  const agreed = {
    formHash: carriedValue(form, "formHash"),
    grandTotalCents: price ? Number(price) : null,
    uid: customer.account?.uid ?? null,
  };
  const confirmation = await confirmBooking(store, asked, draft.id, agreed, context.settings.payfast.mode, new Date());
  // Nothing that was ticked holds for what has changed.
  if (confirmation.kind === "changed") return { state: "changed", shown: { values: {}, errors: { "": [CHANGED] } } };
  if (confirmation.kind === "blocked") return refuse("blocked", blockedInWords());
  if (confirmation.kind === "too_many_unpaid") return refuse("too many unpaid", confirmation.words);
  sendEmails();
  const cookies = [
    ...finishDraft(context.settings, journey, draft.id, customer.owner),
    ...forgetTyped(request, context.settings, journey),
  ];
  if (confirmation.kind !== "booked") return { state: "requested", cookies };
  return { state: "booked now", quoteId: confirmation.quote.id, cookies };
}

export default function ReviewStep() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { place, token, quoteNo, bill, addresses, parcel, overLimitKg, cancelled, booked, requested } = page;
  const state = answer ?? { values: {}, errors: {} };
  const isOpen = !cancelled && !booked;
  const editHref = (href: string) => (isOpen ? `${href}?then=review` : undefined);
  const submit = bill ? "Book This Collection" : "Request Manual Quote";
  if (answer?.wait && isOpen) return <WaitYourTurn {...answer.wait} submit={submit} />;
  if (requested)
    return (
      <PriceRequested
        {...requested}
        quoteNo={quoteNo}
        next={{ addressesHref: place.addressesHref, quoteId: page.quoteId }}
      />
    );
  return (
    <>
      <StepHeader step={place.step} of={place.of} title={place.title} />
      {isOpen ? <ErrorSummary errors={state.errors} /> : null}
      <p>
        Quote number <b className="nowrap">{quoteNo}</b>
      </p>
      <QuoteOutcome {...{ cancelled, booked, place, token }} />
      <DelayNotice lines={page.delays} />
      {page.priceBefore && bill && isOpen ? (
        <Notice tone="info" title="The price has changed">
          <p>
            It was {page.priceBefore} and is now <b className="nowrap">{bill.total}</b>. Book only if that is fine with
            you.
          </p>
        </Notice>
      ) : null}
      {bill ? (
        <PriceBreakdown {...bill} delivery={page.delivery} heldUntil={cancelled ? undefined : bill.heldUntil} />
      ) : null}
      {bill || !isOpen ? null : (
        <ManualPricePanel wording={page.manualWording} tooHeavy={page.tooHeavy} quoteNo={quoteNo} />
      )}
      {overLimitKg === null ? null : (
        <Notice tone="info" title={`Over box limit of ${decimal(overLimitKg)} kg`}>
          <p>Weight exceeds the recommended limit for this box. Consider a larger box.</p>
        </Notice>
      )}
      <AddressSummary addresses={addresses} editHref={editHref(place.addressesHref)} />
      <ParcelSummary parcel={parcel} editHref={editHref(place.parcelHref)} />
      {isOpen ? (
        <>
          <StepForm
            state={state}
            submit={submit}
            hidden={page.agreed}
            needsAll
            complainsElsewhere
            backHref={place.parcelHref}
            more={<PrintButton plain>Print Quote</PrintButton>}
          >
            <Checkbox name="confirm" state={state} required hint={page.confirmHint}>
              I confirm the details above are correct and accept that final charges may vary based on operational
              checks.
            </Checkbox>
            <p className="hint">
              Our <a href={paths.terms}>terms</a> apply to this booking. They say when the price can change: only if
              weight or size is not what you told us, and we phone first.
            </p>
            {bill ? (
              <>
                <BeforeItIsBooked told={page.onAccount} />
                <p>
                  <b className="price">{bill.total}</b>, all included. <Promises cover={page.cover} />.
                </p>
              </>
            ) : null}
          </StepForm>
          <StatePanelIsNext />
          <StartAgain action={place.startAgainAction} token={token} continueHref={place.continueHref} />
        </>
      ) : (
        <ButtonRow>
          <PrintButton plain>Print Quote</PrintButton>
        </ButtonRow>
      )}
    </>
  );
}

/** The parcel, with a link to change it. The box's volumetric weight, which changes nothing, is a note below. */
export function ParcelSummary({ parcel, editHref }: { parcel: ParcelInWords; editHref?: string }) {
  const [box = "", volumetric] = parcel.selectedBoxId.split(/ \((?=volumetric)|\)$/);
  return (
    <SummaryCard
      title="Parcel"
      facts={parcelFieldNames.flatMap((name) => {
        const label = parcelFields[name].onReview;
        return label ? [{ label, value: name === "selectedBoxId" ? box : parcel[name] }] : [];
      })}
      note={volumetric ? `For information: the box's ${volumetric}.` : undefined}
      edit={editHref ? { href: editHref, text: "Edit parcel" } : undefined}
    />
  );
}
