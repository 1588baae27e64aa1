import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { partInWords, secondPaymentInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { paymentForm } from "#app/domain/bookings/payments/payment-form.server";
import { agreeToPrice, priceToday } from "#app/domain/bookings/payments/renew-price.server";
import {
  answeredAttempts,
  noteReturnOfMany,
  pendingPayment,
} from "#app/domain/bookings/payments/return-from-payment.server";
import { isPaid } from "#app/domain/money/payment-state";
import { insteadOfPaying, paymentTold } from "#app/domain/money/payment-told";
import { deliveryOfQuote } from "#app/domain/parcels/quotes/delivery-of-quote.server";
import { orderOpenList } from "#app/domain/parcels/quotes/payment-order.server";
import { isNameless, type Quote, shopsOrder } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { MOST_PAID_FOR_A_PARCEL } from "#app/domain/parcels/quotes/terms-version";
import { keptPrice } from "#app/domain/prices/contract/quote-response";
import { postalsOf } from "#app/domain/prices/delays";
import { delaysAt } from "#app/domain/prices/delays.server";
import { placeOnRoute } from "#app/domain/prices/place-on-route.server";
import { formatRand, inWholeRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import { keepVatNumber, vatNumberAsked } from "#app/http/forms/buyers-vat-number.server";
import { carriedValue } from "#app/http/forms/forms.server";
import { onAccountOffer, putOnAccountHere } from "#app/http/forms/on-account.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { buyersEmail, isBookedHere } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import { PriceChanged, PriceUnknown } from "#app/routes/payfast.start.$quoteId/price-changed";
import type { Services } from "#app/services.server";
import { blankForm } from "#app/ui/forms/field-state";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AtBankButtons, AtBankNews } from "#app/ui/shipments/at-bank";
import { BuyersVatNumber } from "#app/ui/shipments/buyers-vat-number";
import { DelayNotice } from "#app/ui/shipments/delay-notice";
import { canPutOnAccount, OnAccount } from "#app/ui/shipments/on-account";
import { OrderCard, type OrderShown } from "#app/ui/shipments/order-card";
import { PayNow } from "#app/ui/shipments/pay-now";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { OtherMoney } from "#app/ui/shipments/payment-outcome";
import { PayHeader } from "#app/ui/shipments/step-header";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Pay for your parcel");

/** The page before the payment page. The amount is the saved quote's, and the one shown is the one signed. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { store, pricing } = context.services;
  const { quote, amountCents: priceCents } = await bookedQuote(context.services, params.quoteId);
  if (isPaid(quote.status) || quote.status === "cancelled" || isNameless(quote))
    return redirect(paths.payfastReturn(quote.id), privately(302));
  const orderId = quote.paymentOrderId ?? (quote.apiKeyId && (await store.tx((tx) => orderOpenList(tx, quote))));
  if (orderId) return redirect(paths.payfastOrder(orderId), privately(302));

  const mode = context.settings.payfast.mode;
  const query = typedQuery(request);
  if (query.has("cancelled")) await ifWritable(() => noteReturnOfMany(store, [quote], new Date()));
  const today = await priceToday({ store, pricing, mode }, quote, new Date());
  const part = await partInWords(store.read, quote);
  const amountCents = part?.restCents ?? priceCents;
  const buyer = { email: await buyersEmail(quote, request, context) };
  const answered = await answeredAttempts(store, quote.id);
  const form = paymentForm(
    quote,
    amountCents,
    context.services.gateway,
    siteAddress(request, context.settings),
    buyer,
    answered,
  );
  const pending = await pendingPayment(store.read, quote.id);
  // What is on account isn't paid here.
  const told = paymentTold(quote.status, pending !== null, undefined);
  const page = {
    mode,
    atBank: pending && {
      ...insteadOfPaying(`your payment of ${formatRand(pending.amountCents)} for quote ${quote.quoteNo}`),
      isSure: query.has("again"),
    },
    againHref: paths.payfastStart(quote.id, { again: "1" }),
    renewal:
      today.kind === "changed"
        ? { agreed: String(today.todayCents), amount: formatRand(today.todayCents), heldUntil: saDate(quote.expiresAt) }
        : null,
    priceless: today.kind === "unknown" || today.kind === "by_hand" ? { isByHand: today.kind === "by_hand" } : null,
    quoteNo: quote.quoteNo,
    order: await orderShown(context.services, quote),
    delays: await delaysAt(store.read, new Date(), postalsOf(quote)),
    amount: formatRand(amountCents),
    part: part?.sentence ?? null,
    otherMoney: await secondPaymentInWords(store.read, quote, new Date()),
    // "No money was taken" isn't known while a bank may still pay.
    ended:
      told === "failed" || (told === "unpaid" && query.has("cancelled"))
        ? `The payment ${quote.status === "payfast_failed" ? "failed" : "was cancelled"}`
        : null,
    form,
    statusHref: paths.paymentStatus(quote.id),
    vatNumber: vatNumberAsked(context.settings, [quote], await isBookedHere(quote, request, context)),
    onAccount: part || pending ? null : await onAccountOffer(request, context, [quote]),
  };
  return json(page, privately());
}

async function orderShown({ store }: Services, quote: Quote): Promise<OrderShown> {
  const now = new Date();
  const meta = keptPrice(quote.response)?.meta;
  return {
    // Towns and no codes: the link may be shared.
    route: `${placeOnRoute(quote, "from")} to ${quote.type === "local" ? placeOnRoute(quote, "to") : quote.toCountry}`,
    box: meta?.boxName ?? null,
    pieces: quote.quantity,
    delivery: await deliveryOfQuote(store.read, quote, { since: now }, now),
    item: brand.itemNames[quote.journey],
    order: shopsOrder(quote),
    quoteNo: quote.quoteNo,
    cover: inWholeRand(MOST_PAID_FOR_A_PARCEL),
  };
}

/** The customer confirms a price that has changed, and the page then asks for that one; gives a VAT number; or puts it on account. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { store, pricing } = context.services;
  const { quote } = await bookedQuote(context.services, params.quoteId);
  const form = await typedForm(request);
  if (form.has("vatNumber")) return keepVatNumber(request, context, form, [quote], paths.payfastStart(quote.id));
  if (carriedValue(form, "intent") === "account")
    return putOnAccountHere(request, context, form, [quote], paths.payfastStart(quote.id));
  const agreed = Number(carriedValue(form, "agreed"));
  await agreeToPrice({ store, pricing, mode: context.settings.payfast.mode }, quote, agreed, new Date());
  return onward(paths.payfastStart(quote.id));
}

export default function StartPayment() {
  const page = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  if (page.atBank && !page.atBank.isSure)
    return (
      <>
        <h1>{page.atBank.title}</h1>
        <PaymentModeNotice mode={page.mode} />
        <AtBankNews sentences={page.atBank.sentences} />
        <AtBankButtons {...page} status="See how far it is" />
      </>
    );
  const isUncharged = !page.atBank && !page.part;
  if (page.renewal)
    return <PriceChanged {...page.renewal} before={page.amount} quoteNo={page.quoteNo} isUncharged={isUncharged} />;
  if (page.priceless) return <PriceUnknown {...page.priceless} quoteNo={page.quoteNo} isUncharged={isUncharged} />;
  const { mode, order, amount, part, ended, form, statusHref } = page;
  return (
    <>
      <PayHeader title={`Pay ${amount}`} />
      <OrderCard {...order} amountLabel={part ? "Still to be paid" : "Total, all included"} amount={amount} />
      <PaymentModeNotice mode={mode} />
      <DelayNotice lines={page.delays} />
      {part ? (
        <Notice tone="info" title="A part of the price has come">
          <p>{part}</p>
        </Notice>
      ) : null}
      {page.otherMoney ? <OtherMoney {...page.otherMoney} /> : null}
      {page.atBank ? <AtBankNews {...page.atBank} /> : null}
      {ended ? (
        <Notice tone="info" title={ended}>
          <p>
            No money was taken. You have not been charged, and we have kept your booking. You can try the payment again.
          </p>
        </Notice>
      ) : null}
      <OnAccount offer={page.onAccount} />
      {page.vatNumber ? <BuyersVatNumber {...page.vatNumber} state={state} /> : null}
      <PayNow
        form={form}
        label={ended ? "Try the payment again" : `Pay now: ${amount}`}
        statusHref={statusHref}
        otherwise={{ kept: "booking", give: "your quote number" }}
        plain={canPutOnAccount(page.onAccount)}
      />
    </>
  );
}

async function bookedQuote({ store }: Services, quoteId = "") {
  const quote = await quoteById(store.read, quoteId);
  // Specification section 5, "Payment".
  if (quote && !quote.grandTotalCents) throw new Response("Invalid amount for payment.", privately(400));
  if (!quote?.bookedAt || !quote.grandTotalCents) throw new Response("Not Found", { status: 404 });
  return { quote, amountCents: quote.grandTotalCents };
}
