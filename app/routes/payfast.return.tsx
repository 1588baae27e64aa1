import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { whyNotCancellable } from "#app/domain/bookings/cancel-booking.server";
import { isChangeable } from "#app/domain/bookings/change-own-booking.server";
import { titleOf } from "#app/domain/invoices/invoice";
import { papersOf } from "#app/domain/invoices/invoices.server";
import { journeys, stepOf } from "#app/domain/journeys/journey";
import { boxInWords } from "#app/domain/messages/parcel-facts";
import { proclaimedDays } from "#app/domain/price-tables/proclaimed-holidays.server";
import { deliveryInWords } from "#app/domain/quotes/delivery-of-quote.server";
import { stepsOfBooking } from "#app/domain/quotes/next-steps";
import { arrivalIn } from "#app/domain/quotes/parcel-state";
import { headlineOf } from "#app/domain/quotes/parcel-state-in-words";
import { parcelStateOf } from "#app/domain/quotes/parcel-states.server";
import { isUnpaid } from "#app/domain/quotes/payment-order.server";
import { isNameless, type Quote } from "#app/domain/quotes/quote";
import { quoteById } from "#app/domain/quotes/saved-quotes.server";
import { cancellationInWords, partInWords, secondPaymentInWords } from "#app/domain/settling/cancelled-in-words.server";
import { paymentProgress } from "#app/domain/settling/payment-progress";
import { noteReturn } from "#app/domain/settling/return-from-payment.server";
import { formatRand } from "#app/domain/values/money";
import { historyOf, type TrackingEvent, waybillOfQuote } from "#app/domain/waybills/issue-waybill.server";
import { trackingAddress } from "#app/domain/waybills/tracking-address";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { MINUTES } from "#app/durations";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { keyTo } from "#app/http/sign-in/signed-link.server";
import { log } from "#app/log.server";
import { paths } from "#app/paths";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { NextParcel } from "#app/ui/shipments/next-parcel";
import { PaymentActions } from "#app/ui/shipments/payment-actions";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { FactList } from "#app/ui/shipments/summary-card";
import { MoreLinks, ThankYou, UnknownPayment } from "#app/ui/shipments/thank-you";

const REFRESH_SECONDS = 5;
const HINT_AFTER_MS = 1 * MINUTES;

const MUST_PAY = "We have kept your booking. Pay the price, and we collect the parcel.";

/** For a request for a manual price, to which a repeated form may lead. */
const askedForPrice = {
  state: "ok",
  message: "We have your request. A person will work out the price and email you. You have not been charged.",
} as const;

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Your payment");

/** Shows status, waybill number and amount, and nothing personal, because the link may be shared. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const quoteId = query.get("quoteId") || query.get("m_payment_id") || query.get("custom_str1");
  if (!quoteId) return json(noBooking("Missing reference"), privately(400));
  const found = await readBooking(quoteId, Number(query.get("answered")));
  if (!found) return json(noBooking("Could not read your booking. Please check your dashboard."), privately(404));
  const { quote, waybill, papers, cancellation } = found;
  const awaitsPrice = quote.manualRequestedAt !== null && quote.bookedAt === null && quote.status !== "cancelled";
  const progress = awaitsPrice ? askedForPrice : paymentProgress(quote);
  // After money of another amount nobody waits for PayFast: the customer has to pay.
  const mustPay = found.part !== null || (found.again !== null && isUnpaid(quote));
  const isHere = await isBookedHere(quote, request);
  const now = Date.now();
  const since = Number(query.get("since")) || now;
  const page = {
    ...progress,
    message: cancellation ?? [found.part?.sentence ?? (mustPay ? MUST_PAY : progress.message)],
    mustPay,
    isCancelled: cancellation !== null,
    mode: settings().payfast.mode,
    booking: {
      quoteNo: quote.quoteNo,
      quantity: quote.quantity,
      parcel: boxInWords(quote),
      amount: quote.grandTotalCents === null ? null : formatRand(quote.grandTotalCents),
      waybillNo: waybill?.waybillNo ?? null,
      ...(waybill
        ? waybillLinks(waybill.waybillNo, isHere, siteAddress(request))
        : { waybillHref: "", pdfHref: null, shareText: null }),
      trackingHref: waybill ? trackingAddress(settings().trackingUrl, waybill.waybillNo) : "",
      payfastNo: /^\d{1,20}$/.exec(query.get("pf_payment_id") ?? "")?.[0] ?? null,
      delivery: found.delivery,
      papers: papers.map((paper) => ({ title: titleOf(paper), href: paths.invoice(paper.invoiceNo) })),
      payHref:
        progress.state === "ok" || !quote.bookedAt || quote.status === "cancelled" || isNameless(quote)
          ? null
          : paths.payfastStart(quote.id),
    },
    again: found.again,
    steps: found.steps,
    headline: found.headline,
    changeHref: isHere && found.isChangeable ? paths.changeBooking(quote.id) : null,
    cancelHref: found.isCancellable && isHere ? paths.cancelBooking(quote.id) : null,
    next:
      progress.state === "ok"
        ? {
            addressesHref: stepOf(journeys[quote.journey], "addresses").path,
            quoteId: !quote.anonymisedAt && isHere ? quote.id : null,
          }
        : null,
    refresh:
      progress.state === "waiting" && !mustPay
        ? {
            seconds: REFRESH_SECONDS,
            href: `${paths.payfastReturn(quote.id)}&since=${since}`,
            isLong: now - since >= HINT_AFTER_MS,
          }
        : null,
  };
  return json(page, privately());
}

/** This page may be shared, so the waybill's signed link is only shown in the browser that booked. */
function waybillLinks(waybillNo: string, isHere: boolean, home: string) {
  const path = paths.waybill(waybillNo);
  if (!isHere) return { waybillHref: path, pdfHref: null, shareText: null };
  const key = keyTo(path);
  return {
    waybillHref: paths.waybill(waybillNo, { key }),
    pdfHref: paths.waybillPdf(waybillNo, { key }),
    shareText: `Waybill ${spokenWaybillNumber(waybillNo)}: ${home}${paths.waybill(waybillNo, { key })}`,
  };
}

function noBooking(sentence: string) {
  const nothing = { booking: null, again: null, changeHref: null, cancelHref: null, next: null, refresh: null };
  const unknown = { steps: null, headline: null };
  const mode = settings().payfast.mode;
  return {
    state: "error" as const,
    message: [sentence],
    mustPay: false,
    isCancelled: false,
    mode,
    ...nothing,
    ...unknown,
  };
}

export default function PaymentReturn() {
  const page = useLoaderData<typeof loader>();
  const { state, message, mustPay, isCancelled, mode, booking, again, changeHref, cancelHref, next, refresh } = page;
  const aside = (
    <>
      <PaymentModeNotice mode={mode} />
      {again ? (
        <Notice tone="info" title={again.title}>
          {again.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      ) : null}
    </>
  );
  if (!booking) return <UnknownPayment sentence={message.join(" ")} />;
  if (booking.waybillNo && next && !isCancelled && !mustPay)
    return (
      <ThankYou
        {...{ message: message.join(" "), steps: page.steps, next }}
        waybillNo={spokenWaybillNumber(booking.waybillNo)}
        pieces={booking.quantity}
        facts={[
          { label: "Now", value: page.headline },
          { label: "Parcel", value: booking.parcel },
          { label: "Delivery", value: booking.delivery },
          { label: "Total, paid", value: booking.amount },
          { label: "PayFast payment", value: booking.payfastNo },
          { label: "Quote number", value: booking.quoteNo },
        ]}
        waybillHref={booking.waybillHref}
        trackingHref={booking.trackingHref}
        links={<MoreLinks {...booking} {...{ changeHref, cancelHref }} />}
      >
        {aside}
      </ThankYou>
    );
  const titles = { ok: "Thank you", waiting: "Waiting for your payment", error: "Payment not completed" };
  return (
    <>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <h1>{isCancelled ? "Booking cancelled" : mustPay ? "Your parcel is not paid yet" : titles[state]}</h1>
      <Notice tone={state === "ok" ? "good" : state === "error" ? "bad" : "info"}>
        {message.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {aside}
      <FactList
        facts={[
          {
            label: "Ref (waybill number)",
            value: booking.waybillNo ? <b>{spokenWaybillNumber(booking.waybillNo)}</b> : null,
          },
          { label: "Amount", value: booking.amount },
          { label: "Quote number", value: booking.quoteNo },
          { label: "PayFast payment", value: booking.payfastNo },
        ]}
      />
      {refresh ? <p>Don't pay again: your booking is safe. We email you when your payment arrives.</p> : null}
      {state === "error" && !mustPay && booking.payHref ? (
        <p>No money was taken, and we have kept your booking.</p>
      ) : null}
      {refresh?.isLong ? (
        <p>
          This is taking longer than usual. Your booking is safe, so please don't pay twice. Please check your{" "}
          <a href={paths.dashboard}>dashboard</a>, or wait for our email: we send it when your payment arrives.
        </p>
      ) : null}
      <PaymentActions
        {...{
          booking,
          isFailed: state === "error" && !mustPay,
          mustPay,
          isCancelled,
          changeHref,
          cancelHref,
          againHref: refresh?.href,
        }}
      />
      {next ? <NextParcel {...next} /> : null}
    </>
  );
}

const NOTHING_NEXT = { steps: null, headline: null, delivery: null };

/** Of a parcel that isn't collected yet, the dated steps; later its state. */
async function whatHappensNext(
  quote: Quote,
  { waybillNo, issuedAt }: { waybillNo: string; issuedAt: Date },
  history: TrackingEvent[],
  now: Date,
) {
  const { read } = (await company()).store;
  const state = await parcelStateOf(read, { quote, waybillNo }, history, now);
  const delivery = await deliveryInWords(read, quote, arrivalIn(state), now);
  if (state.state !== "booked") return { steps: null, headline: headlineOf(state, now), delivery };
  const wishedDay = quote.formSnapshot.parcel.collectionDay;
  const steps = stepsOfBooking(state, { issuedAt, wishedDay }, await proclaimedDays(read));
  return { steps, headline: null, delivery };
}

async function readBooking(quoteId: string, answered: number) {
  try {
    const { store } = await company();
    if (answered > 0) {
      // The page works without it; PayFast's notice says whatever matters.
      await ifWritable(() => noteReturn(store, quoteId, answered, settings().payfast.mode, new Date()));
    }
    const quote = await quoteById(store.read, quoteId);
    if (!quote) return null;
    const waybill = await waybillOfQuote(store.read, quote.id);
    const now = new Date();
    const cancellation = await cancellationInWords(store.read, quote, now);
    const again = await secondPaymentInWords(store.read, quote, now);
    const part = await partInWords(store.read, quote);
    const history = waybill ? await historyOf(store.read, waybill.waybillNo) : [];
    const papers = await papersOf(store.read, quote.id);
    return {
      ...{ quote, waybill, papers, cancellation, again, part },
      ...(waybill && cancellation === null ? await whatHappensNext(quote, waybill, history, now) : NOTHING_NEXT),
      isCancellable: cancellation === null && whyNotCancellable(quote, history) === null,
      isChangeable: isChangeable(quote, history),
    };
  } catch (error) {
    log.error({ err: error }, "a booking could not be read");
    return null;
  }
}
