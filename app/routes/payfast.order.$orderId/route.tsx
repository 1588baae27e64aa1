import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paidOnAccountInWords } from "#app/domain/bookings/payments/cancelled-in-words.server";
import { orderState } from "#app/domain/bookings/payments/order-state";
import { agreeToOrderPrice, orderPriceToday, orderToPay } from "#app/domain/bookings/payments/order-to-pay.server";
import { orderedParcel } from "#app/domain/bookings/payments/ordered-parcel";
import { orderPaymentForm } from "#app/domain/bookings/payments/payment-form.server";
import { noteReturnOfMany } from "#app/domain/bookings/payments/return-from-payment.server";
import { insteadOfPaying } from "#app/domain/money/payment-told";
import { agreeToTerms, unpaidElsewhere } from "#app/domain/parcels/quotes/payment-order.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { postalsOf } from "#app/domain/prices/delays";
import { delaysAt } from "#app/domain/prices/delays.server";
import type { FormState } from "#app/domain/values/form-state";
import { formatRand } from "#app/domain/values/money";
import { keepVatNumber, vatNumberAsked } from "#app/http/forms/buyers-vat-number.server";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { onAccountOffer, putOnAccountHere } from "#app/http/forms/on-account.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { ifWritable, unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { buyersEmail, isBookedHere } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import { AgreeToTerms } from "#app/routes/payfast.order.$orderId/agree-to-terms";
import {
  AgreeToNewPrice,
  OrderButtons,
  OrderNews,
  orderTitles,
  PaidElsewhere,
} from "#app/routes/payfast.order.$orderId/order-state";
import { OrderedParcels } from "#app/routes/payfast.order.$orderId/ordered-parcels";
import type { Services } from "#app/services.server";
import { blankForm } from "#app/ui/forms/field-state";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { BuyersVatNumber } from "#app/ui/shipments/buyers-vat-number";
import { DelayNotice } from "#app/ui/shipments/delay-notice";
import { canPutOnAccount, OnAccount } from "#app/ui/shipments/on-account";
import { PayNow } from "#app/ui/shipments/pay-now";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { OtherMoney } from "#app/ui/shipments/payment-outcome";

const REFRESH_SECONDS = 5;
const NOT_AGREED = "Please agree to the terms to continue.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Pay for your parcels");

/** One payment for several bookings: its parcels, the button to pay, and its result. The link may be shared. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { store, pricing } = context.services;
  const order = await orderOf(context.services, params.orderId);
  const query = typedQuery(request);
  const mode = context.settings.payfast.mode;
  const isFromPayfast = (query.has("answered") || query.has("cancelled")) && !query.has("look");
  const quotes = order.bookings.map(({ quote }) => quote);
  if (isFromPayfast) await ifWritable(() => noteReturnOfMany(store, quotes, new Date()));
  const today = await orderPriceToday({ store, pricing, mode }, order, new Date());
  const { orderId, openCents: amountCents, answered, bookings } = order;
  const state = orderState(order, today, {
    answered: query.has("answered") ? Number(query.get("answered")) : null,
    paysAgain: query.has("again"),
    gaveUp: query.has("cancelled"),
  });
  const isOwner = await isBookedHere(order.first, request, context);
  const isBooked = ["paid", "on_account", "off_account"].includes(state.kind);
  const unpaid = bookings.filter((booking) => booking.state === "unpaid").length;
  const buyer = { email: await buyersEmail(order.first, request, context) };
  const statusHref = paths.orderStatus(orderId, answered);
  const page = {
    ...{ mode, state, isBooked, statusHref },
    atBank: insteadOfPaying("a payment for these parcels"),
    otherMoney: await paidOnAccountInWords(store.read, order.paidOnAccount, new Date()),
    newPrice:
      state.kind === "new_price" ? { agreed: String(state.todayCents), amount: formatRand(state.todayCents) } : null,
    amount: formatRand(amountCents),
    delays: isBooked
      ? []
      : await delaysAt(
          store.read,
          new Date(),
          bookings.flatMap(({ quote }) => postalsOf(quote)),
        ),
    parcels: bookings.map((booking) => orderedParcel(booking, isOwner)),
    form:
      state.kind === "to_pay"
        ? orderPaymentForm(
            { orderId, amountCents, bookings: unpaid, answered },
            context.services.gateway,
            siteAddress(request, context.settings),
            buyer,
          )
        : null,
    vatNumber: vatNumberAsked(context.settings, quotes, isOwner),
    onAccount: state.kind === "to_pay" ? await onAccountOffer(request, context, quotes) : null,
    waybillsHref: isOwner && isBooked ? paths.waybillsPdf(orderId) : null,
    payHref: paths.payfastOrder(orderId),
    // Only a shop's program books while somebody pays.
    elsewhere: order.first.apiKeyId ? await unpaidElsewhere(store.read, order.first.uid ?? "", orderId) : 0,
    againHref: paths.payfastOrder(orderId, { again: "1" }),
    refresh:
      state.kind === "waiting" || state.kind === "at_bank" ? { seconds: REFRESH_SECONDS, href: statusHref } : null,
  };
  return json(page, privately());
}

/** The customer confirms a sum that has changed, agrees to the terms, gives a VAT number, or puts it on account. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { store, pricing } = context.services;
  const order = await orderOf(context.services, params.orderId);
  const form = await typedForm(request);
  if (carriedValue(form, "intent") === "agree") {
    refuseOtherSites(request, context.settings);
    const again = (errors: FormState["errors"], how: PrivateAnswer) => json({ values: typedValues(form), errors }, how);
    if (form.get("terms") !== "on") return again({ terms: [NOT_AGREED] }, privately(400));
    const agree = async () => {
      await store.tx((tx) => agreeToTerms(tx, order.orderId, TERMS_VERSION));
      return onward(paths.payfastOrder(order.orderId));
    };
    return unlessUnwritable(agree, (words, how) => again({ "": [words] }, how));
  }
  if (form.has("vatNumber")) {
    const quotes = order.bookings.map(({ quote }) => quote);
    return keepVatNumber(request, context, form, quotes, paths.payfastOrder(order.orderId));
  }
  if (carriedValue(form, "intent") === "account") {
    const quotes = order.bookings.map(({ quote }) => quote);
    return putOnAccountHere(request, context, form, quotes, paths.payfastOrder(order.orderId));
  }
  const agreed = Number(carriedValue(form, "agreed"));
  await agreeToOrderPrice({ store, pricing, mode: context.settings.payfast.mode }, order, agreed, new Date());
  return onward(paths.payfastOrder(order.orderId));
}

export default function PayForParcels() {
  const page = useLoaderData<typeof loader>();
  const typed = useActionData<typeof action>() ?? blankForm;
  const { state, amount, parcels, refresh, newPrice, form, vatNumber, statusHref } = page;
  const { kind } = state;
  const plain = canPutOnAccount(page.onAccount);
  return (
    <>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <h1>{kind === "at_bank" ? page.atBank.title : orderTitles[kind](amount)}</h1>
      <PaymentModeNotice mode={page.mode} />
      <OrderNews {...page} />
      {page.otherMoney ? <OtherMoney {...page.otherMoney} /> : null}
      <DelayNotice lines={page.delays} />
      <PaidElsewhere bookings={page.elsewhere} />
      <OrderedParcels parcels={parcels} total={page.isBooked || kind === "cancelled" ? null : amount} />
      {newPrice ? <AgreeToNewPrice {...newPrice} /> : null}
      {kind === "terms" ? <AgreeToTerms state={typed} /> : null}
      <OnAccount offer={page.onAccount} />
      {form && vatNumber ? <BuyersVatNumber {...vatNumber} state={typed} /> : null}
      {form ? <PayNow {...{ form, statusHref, otherwise, plain }} label={`Pay now: ${amount}`} /> : null}
      <OrderButtons kind={kind} {...page} />
    </>
  );
}

const otherwise = { kept: "bookings", give: "one of your quote numbers" };

async function orderOf({ store }: Services, orderId = "") {
  const order = await orderToPay(store, orderId);
  const first = order?.bookings[0]?.quote;
  if (!order || !first) throw new Response("Not Found", { status: 404 });
  return { ...order, first, orderId };
}
