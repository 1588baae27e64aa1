import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { company, gateway } from "#app/company.server";
import { settings } from "#app/config.server";
import { agreeToTerms } from "#app/domain/quotes/payment-order.server";
import { TERMS_VERSION } from "#app/domain/quotes/terms-version";
import {
  agreeToOrderPrice,
  type OrderToPay,
  orderPriceToday,
  orderToPay,
} from "#app/domain/settling/order-to-pay.server";
import { orderPaymentForm } from "#app/domain/settling/payment-form.server";
import type { FormState } from "#app/domain/values/form-state";
import { formatRand } from "#app/domain/values/money";
import { spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { keepVatNumber, vatNumberAsked } from "#app/http/forms/buyers-vat-number.server";
import { carriedValue, typedValues } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { buyersEmail, isBookedHere } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/field-state";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AgreeToTerms } from "#app/ui/shipments/agree-to-terms";
import { BuyersVatNumber } from "#app/ui/shipments/buyers-vat-number";
import { type OrderedParcel, OrderedParcels } from "#app/ui/shipments/ordered-parcels";
import { PayNow } from "#app/ui/shipments/pay-now";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";

const REFRESH_SECONDS = 5;
const NOT_AGREED = "Please agree to the terms to continue.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Pay for your parcels");

/** One payment for several bookings: its parcels, the button to pay, and its result. The link may be shared. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store, pricing } = await company();
  const order = await orderOf(params.orderId);
  const query = new URL(request.url).searchParams;
  const mode = settings().payfast.mode;
  const today = await orderPriceToday({ store, pricing, mode }, order, new Date());
  const isHere = await isBookedHere(order.first, request);
  const unpaid = order.bookings.filter(({ state }) => state === "unpaid").length;
  const { orderId, openCents: amountCents, answered } = order;
  const buyer = { email: await buyersEmail(order.first, request) };
  const paymentRequest = { orderId, amountCents, bookings: unpaid, answered };
  // Until PayFast reports the payment that the customer has come back from, "pay now" would make them pay twice.
  const isWaiting = unpaid > 0 && query.has("answered") && Number(query.get("answered")) === answered;
  const page = {
    mode,
    state: unpaid === 0 ? ("done" as const) : isWaiting ? ("waiting" as const) : ("open" as const),
    isPending: order.isPending && !query.has("again"),
    isUnknown: today.kind === "unknown",
    newPrice:
      today.kind === "changed" ? { agreed: String(today.todayCents), amount: formatRand(today.todayCents) } : null,
    isCancelled:
      query.has("cancelled") || order.bookings.some(({ quote }) => /^payfast_(failed|cancelled)$/.test(quote.status)),
    amount: formatRand(amountCents),
    isPaid: order.bookings.some(({ state }) => state === "paid"),
    parcels: order.bookings.map((booking) => parcelShown(booking, isHere)),
    form: unpaid > 0 ? orderPaymentForm(paymentRequest, gateway(), siteAddress(request), buyer) : null,
    /** The office has booked them, so nobody has agreed to the terms yet. */
    asksTerms: order.bookings.some(({ quote, state }) => state === "unpaid" && quote.termsVersion === null),
    vatNumber: vatNumberAsked(
      order.bookings.map(({ quote }) => quote),
      isHere,
    ),
    waybillsHref: isHere ? paths.waybillsPdf(orderId) : null,
    payHref: paths.payfastOrder(orderId),
    againHref: paths.payfastOrder(orderId, { again: "1" }),
    statusHref: paths.payfastOrder(orderId, { answered: String(answered) }),
    refresh: isWaiting
      ? { seconds: REFRESH_SECONDS, href: paths.payfastOrder(orderId, { answered: String(answered) }) }
      : null,
  };
  return json(page, privately());
}

/** The customer confirms a sum that has changed, agrees to the terms, or gives a VAT number. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { store, pricing } = await company();
  const order = await orderOf(params.orderId);
  const form = await request.formData();
  if (carriedValue(form, "intent") === "agree") {
    refuseOtherSites(request);
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
    return keepVatNumber(request, form, quotes, paths.payfastOrder(order.orderId));
  }
  const agreed = Number(carriedValue(form, "agreed"));
  await agreeToOrderPrice({ store, pricing, mode: settings().payfast.mode }, order, agreed, new Date());
  return onward(paths.payfastOrder(order.orderId));
}

export default function PayForParcels() {
  const page = useLoaderData<typeof loader>();
  const typed = useActionData<typeof action>() ?? blankForm;
  const { mode, state, amount, parcels, refresh, newPrice } = page;
  const titles = {
    done: page.isPaid ? "Thank you" : "Nothing to pay",
    waiting: "Waiting for your payment",
    open: `Pay ${amount}`,
  };
  return (
    <>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <h1>{state === "open" && newPrice ? "The price has changed" : titles[state]}</h1>
      <PaymentModeNotice mode={mode} />
      {state === "done" ? (
        <Done isPaid={page.isPaid} />
      ) : state === "waiting" ? (
        <Waiting {...page} />
      ) : (
        <PaymentState {...page} />
      )}
      <OrderedParcels parcels={parcels} total={state === "done" ? null : amount} />
      {state === "open" ? <PaymentStep {...page} state={typed} /> : null}
      {state === "done" ? (
        <ButtonRow>
          {page.isPaid && page.waybillsHref ? (
            <ButtonLink href={page.waybillsHref}>All waybills as one PDF</ButtonLink>
          ) : null}
          <ButtonLink plain={page.isPaid && page.waybillsHref !== null} href={paths.dashboard}>
            Go to dashboard
          </ButtonLink>
        </ButtonRow>
      ) : null}
    </>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

function Done({ isPaid }: { isPaid: boolean }) {
  return isPaid ? (
    <Notice tone="good">
      <p>Your payment has arrived. We have emailed you the waybills.</p>
    </Notice>
  ) : (
    <Notice tone="info">
      <p>These bookings were cancelled. You don't need to pay.</p>
    </Notice>
  );
}

function Waiting({ statusHref, payHref }: Page) {
  return (
    <>
      <Notice tone="info">
        <p>We are waiting for PayFast to tell us that you have paid.</p>
      </Notice>
      <p>Don't pay again: your bookings are safe. We email you when your payment arrives.</p>
      <ButtonRow>
        <ButtonLink href={statusHref}>Check again</ButtonLink>
        <ButtonLink plain href={payHref}>
          I have not paid yet
        </ButtonLink>
      </ButtonRow>
    </>
  );
}

/** What happened before: a payment that failed or is still pending. */
function PaymentState({ isPending, isCancelled, isUnknown }: Page) {
  if (isPending)
    return (
      <Notice tone="info" title="You may have paid already">
        <p>PayFast is still working on a payment for these parcels. A transfer from a bank can take a day or two.</p>
        <p>If you pay again and both payments arrive, we pay one of them back.</p>
      </Notice>
    );
  if (isUnknown)
    return (
      <Notice tone="bad" title="We can't work out the price right now">
        <p>You have not been charged, and we have kept your bookings. Try again in a few minutes.</p>
      </Notice>
    );
  if (!isCancelled) return null;
  return (
    <Notice tone="info" title="The payment did not go through">
      <p>No money was taken for the parcels below. We have kept your bookings. You can try the payment again.</p>
    </Notice>
  );
}

function PaymentStep(props: Omit<Page, "state"> & { state: FormState }) {
  const { form, newPrice, isPending, isUnknown, againHref, statusHref } = props;
  if (isPending)
    return (
      <ButtonRow>
        <ButtonLink href={statusHref}>Check again</ButtonLink>
        <ButtonLink plain href={againHref}>
          Pay again all the same
        </ButtonLink>
      </ButtonRow>
    );
  if (isUnknown || !form) return null;
  if (newPrice)
    return (
      <form method="post" className="form">
        <p>
          We held your prices for seven days. All parcels together now cost <b className="nowrap">{newPrice.amount}</b>.
        </p>
        <HiddenFields fields={{ agreed: newPrice.agreed }} />
        <ButtonRow>
          <Button>Agree to the new price</Button>
        </ButtonRow>
      </form>
    );
  if (props.asksTerms) return <AgreeToTerms state={props.state} />;
  const otherwise = { kept: "bookings", give: "one of your quote numbers" };
  return (
    <>
      {props.vatNumber ? <BuyersVatNumber {...props.vatNumber} state={props.state} /> : null}
      <PayNow form={form} label={`Pay now: ${props.amount}`} statusHref={statusHref} otherwise={otherwise} />
    </>
  );
}

/** Names and buttons are only shown when the account is signed in. */
function parcelShown({ quote, state, waybillNo }: OrderToPay["bookings"][number], isHere: boolean): OrderedParcel {
  const { toName, toCity } = quote.formSnapshot.addresses;
  return {
    quoteNo: quote.quoteNo,
    to: isHere ? `${toName}, ${toCity} ${quote.toPostal}` : quote.toPostal,
    price: formatRand(quote.grandTotalCents ?? 0),
    state,
    waybillNo: waybillNo === null ? null : spokenWaybillNumber(waybillNo),
    waybillHref: isHere && waybillNo !== null && state === "paid" ? paths.waybill(waybillNo) : null,
    cancelHref: isHere && state === "unpaid" ? paths.cancelBooking(quote.id) : null,
  };
}

async function orderOf(orderId = "") {
  const { store } = await company();
  const order = await orderToPay(store, orderId);
  const first = order?.bookings[0]?.quote;
  if (!order || !first) throw new Response("Not Found", { status: 404 });
  return { ...order, first, orderId };
}
