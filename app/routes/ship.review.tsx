import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { publicQuote, stepOf } from "#app/domain/journeys/journey";
import { isPaid } from "#app/domain/payments/payment-state";
import { typedValues } from "#app/http/forms.server";
import { privately } from "#app/http/private-page.server";
import { billOf, parcelShown } from "#app/http/shown-quote.server";
import { onward, openStep } from "#app/http/wizard.server";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow, PrintButton } from "#app/ui/forms/button";
import { Checkbox } from "#app/ui/forms/checkbox";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AddressSummary } from "#app/ui/shipments/address-summary";
import { BookedPanel } from "#app/ui/shipments/booked-panel";
import { ManualPricePanel } from "#app/ui/shipments/manual-price-panel";
import { ParcelSummary } from "#app/ui/shipments/parcel-summary";
import { PriceBreakdown } from "#app/ui/shipments/price-breakdown";
import { StartAgain } from "#app/ui/shipments/start-again";
import { StepHeader } from "#app/ui/shipments/step-header";

const NOT_CONFIRMED = "Please accept the confirmation above to continue.";
const CHANGED = "The details or the price have changed since this page was shown. Please check them and confirm again.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Review & confirm, step 3 of 3");

export async function loader({ request }: LoaderFunctionArgs) {
  const { quote } = await openStep(request, publicQuote, "review");
  if (!quote) throw new Error("a review without a quote was opened");
  // What was priced, not what the cookies hold: a booking is shown as it was made, also when a cookie is lost.
  const { addresses, parcel } = quote.formSnapshot;
  const page = {
    quoteNo: quote.quoteNo,
    agreed: { formHash: quote.formHash, price: String(quote.grandTotalCents ?? "") },
    bill: billOf(quote),
    addresses,
    ...(await parcelShown(parcel)),
    booked: quote.bookedAt
      ? {
          payHref: isPaid(quote.status) ? null : paths.payfastStart(quote.id),
          statusHref: paths.payfastReturn(quote.id),
        }
      : null,
    isManualRequested: quote.manualRequestedAt !== null,
  };
  return json(page, privately());
}

export async function action({ request }: ActionFunctionArgs) {
  const { draft } = await openStep(request, publicQuote, "review");
  const { store, sendLetters } = await company();
  const form = await request.formData();
  const values = typedValues(form);
  if (form.get("confirm") !== "on") return json({ values, errors: { confirm: [NOT_CONFIRMED] } }, privately(400));

  const agreed = { formHash: values.formHash ?? "", grandTotalCents: values.price ? Number(values.price) : null };
  const confirmation = await confirmBooking(store, draft.id, agreed, settings().payfast.mode, new Date());
  if (confirmation.kind === "changed") return json({ values: {}, errors: { "": [CHANGED] } }, privately(409));
  sendLetters();
  return onward(
    confirmation.kind === "booked" ? paths.payfastStart(confirmation.quote.id) : stepOf(publicQuote, "review").path,
    [],
  );
}

export default function ReviewStep() {
  const { quoteNo, agreed, bill, addresses, parcel, overLimitKg, booked, isManualRequested } =
    useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? { values: {}, errors: {} };
  const editHref = (step: "addresses" | "parcel") =>
    booked || isManualRequested ? undefined : `${stepOf(publicQuote, step).path}?then=review`;
  return (
    <>
      <StepHeader step={3} title="Review & Confirm" />
      <p>
        Quote number <b className="nowrap">{quoteNo}</b>
      </p>
      {booked ? (
        <BookedPanel
          {...booked}
          startAgainAction={`${publicQuote.basePath}/start-again`}
          changeAction={`${publicQuote.basePath}/change`}
        />
      ) : null}
      {isManualRequested ? (
        <Notice tone="good" title="We have your request">
          <p>
            Your reference is <b>{quoteNo}</b>. A person works out the price and answers by e-mail within one working
            day. Nothing has been charged.
          </p>
        </Notice>
      ) : null}
      {bill ? <PriceBreakdown {...bill} /> : <ManualPricePanel wording="public" quoteNo={quoteNo} />}
      {overLimitKg === null ? null : (
        <Notice tone="info" title={`Over box limit of ${String(overLimitKg).replace(".", ",")} kg`}>
          <p>Weight exceeds the recommended limit for this box. Consider a larger box.</p>
        </Notice>
      )}
      <AddressSummary addresses={addresses} editHref={editHref("addresses")} />
      <ParcelSummary parcel={parcel} editHref={editHref("parcel")} />
      {booked || isManualRequested ? null : (
        <StepForm
          state={state}
          submit={bill ? "Book This Collection" : "Request Manual Quote"}
          hidden={agreed}
          needsAll
          backHref={stepOf(publicQuote, "parcel").path}
          more={<PrintButton>Print Quote</PrintButton>}
        >
          <Checkbox name="confirm" state={state} required hint={NOT_CONFIRMED}>
            I confirm the details above are correct and accept that final charges may vary based on operational checks.
          </Checkbox>
        </StepForm>
      )}
      {booked ? null : <StartAgain action={`${publicQuote.basePath}/start-again`} />}
      {booked ? (
        <ButtonRow>
          <PrintButton>Print Quote</PrintButton>
          <ButtonLink plain href={paths.home}>
            Back to Home
          </ButtonLink>
        </ButtonRow>
      ) : null}
    </>
  );
}
