import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { phoneInOneLine } from "#app/contact";
import { refuseCharge } from "#app/domain/bookings/charges/ask-charge.server";
import {
  type ChargeState,
  chargeState,
  chargeToPay,
  noteReturnToCharge,
} from "#app/domain/bookings/charges/charge-to-pay.server";
import { chargePaymentForm } from "#app/domain/bookings/payments/payment-form.server";
import { sumOf } from "#app/domain/money/charges.server";
import { isPriceOnAccount } from "#app/domain/money/credit.server";
import { insteadOfPaying } from "#app/domain/money/payment-told";
import { trackingAddress } from "#app/domain/parcels/tracking-address";
import { numberInWords } from "#app/domain/parcels/waybill-number";
import { DAY_ENDS_AT } from "#app/domain/post/promise-kinds";
import { formatRand } from "#app/domain/values/money";
import { isOver, shortDate } from "#app/domain/values/sa-time";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { ifWritable, unlessUnwritable } from "#app/http/forms/unwritable.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { allowedHere, keyIn, keyTo } from "#app/http/sign-in/allowed-by-link.server";
import { buyersEmail } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { Aside } from "#app/ui/aside";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { AtBankButtons, AtBankNews, WaitingButtons } from "#app/ui/shipments/at-bank";
import { PayNow } from "#app/ui/shipments/pay-now";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { FactList } from "#app/ui/shipments/summary-card";

const REFRESH_SECONDS = 5;
/** What becomes of the money if more is refused. */
const REFUNDED = "We refund all that you paid for this parcel, the way you paid.";
const TAKEN_OFF =
  "We take the price of this parcel off the account. If you paid something for it, we refund that, the way you paid.";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Pay for your parcel");

/** What more is owed than the price: why, until when the parcel waits, and the ways to pay or to refuse it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { asked, allowed } = await askedHere(request, context, params.chargeId);
  const { charge, others, quote, waybillNo, isCollected, isDelivered, answered } = asked;
  const { store, gateway } = context.services;
  const query = typedQuery(request);
  const isFromPayfast = (query.has("answered") || query.has("cancelled")) && !query.has("look");
  if (isFromPayfast) await ifWritable(() => noteReturnToCharge(store, charge, new Date()));
  const visit = {
    answered: query.has("answered") ? Number(query.get("answered")) : null,
    paysAgain: query.has("again"),
  };
  const state = chargeState(asked, visit);
  const key = keyIn(request);
  const amount = formatRand(charge.amountCents);
  const statusHref = paths.charge(charge.id, { answered: String(answered), look: "1", key });
  // Whoever may refuse this one may refuse the others.
  const keyOf = (id: string) =>
    key && allowed === "all" ? keyTo(context.settings, paths.charge(id), quote, "sender") : undefined;
  const buyer = { email: await buyersEmail(quote, request, context) };
  const home = siteAddress(request, context.settings);
  const mayRefuse = allowed === "all" && !isDelivered;
  const page = {
    mode: context.settings.payfast.mode,
    ...{ state, amount, isCollected, isDelivered, statusHref },
    isRefusing: state === "to_pay" && query.has("refuse") && mayRefuse,
    money: (await isPriceOnAccount(store.read, quote.id)) ? TAKEN_OFF : REFUNDED,
    atBank: insteadOfPaying(`your payment of ${amount}`),
    facts: [
      { label: amountLabels[state], value: amount },
      // The link may be shared: the office's words are for whoever booked.
      ...(allowed ? [{ label: "Why", value: charge.because }] : []),
      ...(allowed ? [{ label: "Agreed", value: charge.agreed }] : []),
      { label: "Parcel", value: numberInWords(quote.quoteNo, waybillNo ?? undefined) },
    ],
    waitsUntil: isOver(`${charge.payBy} ${DAY_ENDS_AT}`, new Date())
      ? null
      : `${DAY_ENDS_AT} on ${shortDate(charge.payBy)}`,
    form:
      state === "to_pay"
        ? chargePaymentForm({ chargeId: charge.id, amountCents: charge.amountCents, answered }, gateway, home, buyer)
        : null,
    others: others.map(({ id, amountCents }) => ({
      amount: formatRand(amountCents),
      href: paths.charge(id, { key: keyOf(id) }),
    })),
    sum: formatRand(sumOf([charge, ...others])),
    leftToPay: formatRand(sumOf(others)),
    hasCancelled: state === "to_pay" && query.has("cancelled"),
    refuseHref: mayRefuse ? paths.charge(charge.id, { refuse: "1", key }) : null,
    payHref: paths.charge(charge.id, { key }),
    againHref: paths.charge(charge.id, { again: "1", key }),
    trackingHref:
      amountLabels[state] === TO_PAY || !waybillNo ? null : trackingAddress(context.settings.trackingUrl, waybillNo),
    refresh: state === "waiting" || state === "at_bank" ? { seconds: REFRESH_SECONDS, href: statusHref } : null,
  };
  return json(page, privately());
}

/** Its customer doesn't want to pay it. Refusing again finds it refused. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { store, sendEmails } = context.services;
  const { asked, allowed } = await askedHere(request, context, params.chargeId);
  if (allowed !== "all") throw new Response("Not Found", { status: 404 });
  const again = (words: string, how: PrivateAnswer) => json({ values: {}, errors: { "": [words] } }, how);
  const write = async () => {
    const refusal = await store.tx((tx) => refuseCharge(tx, asked.charge, new Date()));
    if (!refusal.ok) return again(`${refusal.why} Phone us at ${phoneInOneLine()}.`, privately(409));
    sendEmails();
    return onward(paths.charge(asked.charge.id, { key: keyIn(request) }));
  };
  return unlessUnwritable(write, again);
}

export default function PayMore() {
  const page = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? blankForm;
  const { amount, facts, refresh, isCollected } = page;
  if (page.isRefusing)
    return (
      <SiteShell shortFooter>
        <h1>Refuse to pay {page.sum} more?</h1>
        <p>
          {isCollected
            ? "Then we bring the parcel back to you. It does not go on to the receiver."
            : "Then we cancel the booking. Nobody collects the parcel."}
        </p>
        <Aside title="Your money">
          <p>{page.money}</p>
        </Aside>
        <StepForm
          danger
          state={state}
          // Text browsers post no form without a field.
          hidden={{ intent: "refuse" }}
          submit={isCollected ? "Refuse, and bring it back" : "Refuse, and cancel the booking"}
          busyLabel="Sending…"
          backHref={page.payHref}
        >
          {null}
        </StepForm>
      </SiteShell>
    );
  return (
    <SiteShell shortFooter>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <h1>{page.state === "at_bank" ? page.atBank.title : titles[page.state](amount)}</h1>
      <PaymentModeNotice mode={page.mode} />
      <News {...page} />
      <section className="card">
        <FactList facts={facts} />
      </section>
      <Others {...page} />
      {page.form ? (
        <>
          <PayNow
            form={page.form}
            label={`Pay now: ${amount}`}
            statusHref={page.statusHref}
            otherwise={{ kept: "booking", give: "your waybill number" }}
          />
          {page.refuseHref ? (
            <p className="links">
              <a href={page.refuseHref}>I don't want to pay this</a>
            </p>
          ) : page.isDelivered ? (
            <p>Is this wrong? Phone us: {phoneInOneLine()}.</p>
          ) : (
            <p>Don't you want to pay this? Use the link in our email, or phone {phoneInOneLine()}.</p>
          )}
        </>
      ) : null}
      {page.trackingHref ? (
        <p className="links">
          <a href={page.trackingHref}>Track this parcel</a>
        </p>
      ) : null}
      {page.state === "at_bank" ? <AtBankButtons status="Check again" {...page} /> : null}
    </SiteShell>
  );
}

/** What else waits to be paid for the parcel: each is paid by itself. */
function Others({ others, leftToPay, isCollected, isDelivered, state }: Shown) {
  if (others.length === 0 || state === "refused" || state === "goes_back") return null;
  return (
    <>
      <p>
        {state === "to_pay" ? "Beside this" : "But"} {leftToPay} more is to be paid for this parcel.{" "}
        {isDelivered ? null : isCollected ? "It waits until then." : "We collect it after that."}
      </p>
      <p className="links">
        <EachApart>
          {others.map(({ amount, href }) => (
            <a key={href} href={href}>
              Pay {amount} more
            </a>
          ))}
        </EachApart>
      </p>
    </>
  );
}

const TO_PAY = "More to pay";
const amountLabels: Record<ChargeState, string> = {
  paid: "Paid",
  refused: "Refused",
  withdrawn: "No longer to be paid",
  goes_back: "No longer to be paid",
  waiting: TO_PAY,
  at_bank: TO_PAY,
  to_pay: TO_PAY,
};

const titles: Record<Exclude<ChargeState, "at_bank">, (amount: string) => string> = {
  paid: () => "Thank you",
  refused: () => "You have refused to pay more",
  withdrawn: () => "Nothing to pay",
  waiting: () => "Waiting for your payment",
  goes_back: () => "Nothing to pay",
  to_pay: (amount) => `Pay ${amount} more`,
};

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function News(page: Shown) {
  const { state, atBank, money, isCollected, isDelivered, waitsUntil, hasCancelled, statusHref, payHref } = page;
  switch (state) {
    case "paid":
      return (
        <Notice tone="good">
          <p>Your payment has arrived. We have emailed you the invoice.</p>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="info">
          <p>{isCollected ? "We bring the parcel back to you." : "The booking is cancelled."}</p>
          <p>{money}</p>
        </Notice>
      );
    case "withdrawn":
      return (
        <Notice tone="info">
          <p>We don't ask for this any more. You don't need to pay it.</p>
        </Notice>
      );
    case "goes_back":
      return (
        <Notice tone="info">
          <p>We bring the parcel back to you. You don't need to pay this.</p>
          <p>Is this wrong? Phone us: {phoneInOneLine()}.</p>
        </Notice>
      );
    case "at_bank":
      return <AtBankNews sentences={atBank.sentences} />;
    case "waiting":
      return (
        <>
          <Notice tone="info">
            <p>We are waiting for PayFast to tell us that you have paid.</p>
          </Notice>
          <p>Don't pay again. We email you when your payment arrives.</p>
          <WaitingButtons statusHref={statusHref} payHref={payHref} />
        </>
      );
    case "to_pay":
      return (
        <>
          {hasCancelled ? (
            <Notice tone="info" title="The payment was cancelled">
              <p>No money was taken. You can try the payment again.</p>
            </Notice>
          ) : null}
          <p>
            Your parcel is not as it was booked, or is to go to another place, so it costs more.{" "}
            {isDelivered
              ? "It is delivered, and this is not paid yet."
              : isCollected
                ? "It waits until you have paid."
                : "We collect it when you have paid."}
          </p>
          {waitsUntil && isCollected && !isDelivered ? (
            <p>If we have no answer by {waitsUntil}, it waits at our depot or we bring it back to you.</p>
          ) : null}
        </>
      );
  }
}

/** To pay, for everybody who has the link; to read why and to refuse, for its account, the browser that booked, or a signed link. */
async function askedHere(request: Request, context: AppLoadContext, chargeId = "") {
  const asked = await chargeToPay(context.services.store, chargeId);
  if (!asked) throw new Response("Not Found", { status: 404 });
  return { asked, allowed: await allowedHere(request, context, asked.quote, paths.charge(asked.charge.id)) };
}
