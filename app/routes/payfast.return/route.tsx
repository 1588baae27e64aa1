import type { AppLoadContext } from "@remix-run/node";
import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { bookingAfterPayment } from "#app/domain/bookings/booking-after-payment.server";
import { noteReturn } from "#app/domain/bookings/payments/return-from-payment.server";
import { boxInWords } from "#app/domain/messages/parcel-facts";
import { titleOf } from "#app/domain/money/invoice";
import { shopsOrder } from "#app/domain/parcels/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { MINUTES } from "#app/durations";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { journeys } from "#app/http/wizard/journey";
import { plainText } from "#app/language/plain-text";
import { log } from "#app/log.server";
import { paths } from "#app/paths";
import { waybillShown } from "#app/routes/payfast.return/waybill-shown.server";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { OtherMoney, PaymentOutcomeShown } from "#app/ui/shipments/payment-outcome";
import { MoreLinks, ThankYou, UnknownPayment } from "#app/ui/shipments/thank-you";

const REFRESH_SECONDS = 5;
const HINT_AFTER_MS = 1 * MINUTES;

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Your payment");

/** Shows status, waybill number and amount, and nothing personal, because the link may be shared. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const quoteId = query.get("quoteId") || query.get("m_payment_id") || query.get("custom_str1");
  if (!quoteId) return json({ unknown: "Missing reference" } as const, privately(400));
  // PayFast adds neither: one is our own links', the other this page's own.
  const isFromPayfast = !query.has("look") && !query.has("since");
  const found = await readBooking(context, quoteId, isFromPayfast ? Number(query.get("answered")) : null);
  if (!found)
    return json({ unknown: "Could not read your booking. Please check your dashboard." } as const, privately(404));
  const { quote, waybillNo, outcome, otherMoney, papers, onAccount } = found;
  const isOwner = await isBookedHere(quote, request, context);
  const amount = quote.grandTotalCents === null ? null : formatRand(quote.grandTotalCents);
  const now = Date.now();
  const since = Number(query.get("since")) || now;
  const page = {
    unknown: null,
    ...{ outcome, otherMoney, next: found.next },
    mode: context.settings.payfast.mode,
    pieces: quote.quantity,
    parcel: boxInWords(quote),
    total: {
      label: onAccount ? "Total, on account" : "Total, paid",
      value: onAccount ? formatRand(onAccount.leftCents) : amount,
    },
    amount,
    due: onAccount?.due ?? null,
    payfastNo: /^\d{1,20}$/.exec(query.get("pf_payment_id") ?? "")?.[0] ?? null,
    quoteNo: quote.quoteNo,
    order: shopsOrder(quote),
    waybill:
      waybillNo === null
        ? null
        : waybillShown(context.settings, waybillNo, quote, isOwner, siteAddress(request, context.settings)),
    papers: papers.map((paper) => ({ title: plainText(titleOf(paper)), href: paths.invoice(paper.invoiceNo) })),
    payHref: paths.payfastStart(quote.id),
    payAgainHref: paths.payfastStart(quote.id, { again: "1" }),
    changeHref: isOwner && found.isChangeable ? paths.changeBooking(quote.id) : null,
    cancelHref: isOwner && found.isCancellable ? paths.cancelBooking(quote.id) : null,
    nextParcel: {
      addressesHref: journeys[quote.journey].steps.addresses.path,
      quoteId: !quote.anonymisedAt && isOwner ? quote.id : null,
    },
    refresh:
      outcome.kind === "waiting" || outcome.kind === "at_bank"
        ? {
            seconds: REFRESH_SECONDS,
            href: `${paths.payfastReturn(quote.id)}&since=${since}`,
            isLong: now - since >= HINT_AFTER_MS,
          }
        : null,
  };
  return json(page, privately());
}

export default function PaymentReturn() {
  const page = useLoaderData<typeof loader>();
  if (page.unknown !== null) return <UnknownPayment sentence={page.unknown} />;
  const { outcome, waybill, next, amount } = page;
  const aside = (
    <>
      <PaymentModeNotice mode={page.mode} />
      {page.otherMoney ? <OtherMoney {...page.otherMoney} /> : null}
    </>
  );
  const payment = { label: "PayFast payment", value: page.payfastNo };
  const quote = { label: "Quote number", value: waybill ? null : page.quoteNo };
  const order = { label: "Your order", value: page.order };
  if (outcome.kind === "booked" && waybill)
    return (
      <ThankYou
        {...{
          message: outcome.sentences.join(" "),
          steps: next?.kind === "to be collected" ? next.steps : null,
          road: next?.road ?? null,
          next: page.nextParcel,
          pieces: page.pieces,
        }}
        facts={[
          { label: "Now", value: next?.kind === "under way" ? next.headline : null },
          order,
          { label: "Parcel", value: page.parcel },
          // One of the steps says it too.
          { label: "Delivery", value: next?.kind === "under way" ? next.delivery : null },
          page.total,
          { label: "Due", value: page.due },
          payment,
        ]}
        {...{ waybillNo: waybill.number, waybillHref: waybill.href, trackingHref: waybill.trackingHref }}
        links={<MoreLinks {...page} {...waybill} />}
      >
        {aside}
      </ThankYou>
    );
  const number = { label: "Ref (waybill number)", value: waybill ? <b>{waybill.number}</b> : null };
  return (
    <PaymentOutcomeShown
      {...page}
      next={page.nextParcel}
      facts={[number, order, { label: "Total", value: amount }, quote, payment]}
    >
      {aside}
    </PaymentOutcomeShown>
  );
}

/** @param answered how many attempts had been answered when they left for PayFast; null if they don't come from there */
async function readBooking(context: AppLoadContext, quoteId: string, answered: number | null) {
  try {
    const { store } = context.services;
    const now = new Date();
    // The page works without it; PayFast's notice says whatever matters.
    if (answered !== null)
      await ifWritable(() => noteReturn(store, quoteId, answered, context.settings.payfast.mode, now));
    return await bookingAfterPayment(store.read, quoteId, now);
  } catch (error) {
    log.error({ err: error }, "a booking could not be read");
    return null;
  }
}
