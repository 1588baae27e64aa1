import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { statementPaymentForm } from "#app/domain/bookings/payments/payment-form.server";
import {
  noteReturnToStatement,
  type StatementState,
  statementState,
  statementToPay,
} from "#app/domain/bookings/statements/statement-to-pay.server";
import { statementOrder } from "#app/domain/money/credit.server";
import { insteadOfPaying } from "#app/domain/money/payment-told";
import { monthInWords } from "#app/domain/values/calendar-month";
import { formatRand } from "#app/domain/values/money";
import { shortDate } from "#app/domain/values/sa-time";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { accountPaths, paths } from "#app/paths";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { AtBankButtons, AtBankNews, WaitingButtons } from "#app/ui/shipments/at-bank";
import { PayNow } from "#app/ui/shipments/pay-now";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { FactList } from "#app/ui/shipments/summary-card";

const REFRESH_SECONDS = 5;

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Pay a statement");

/** What an account owes for a month, and the button to pay it. The link may be shared, with whoever pays the bills. */
export async function loader({ request, params: { orderId = "" }, context }: LoaderFunctionArgs) {
  const { store, gateway } = context.services;
  const asked = await statementToPay(store, orderId);
  if (!asked) throw new Response("Not Found", { status: 404 });
  const { of, owed, answered, hasFailed, tooMuchCents } = asked;
  const query = typedQuery(request);
  const isFromPayfast = (query.has("answered") || query.has("cancelled")) && !query.has("look");
  if (isFromPayfast) await ifWritable(() => noteReturnToStatement(store, of, new Date()));
  const leftAt = query.has("answered") ? Number(query.get("answered")) : null;
  const state = statementState(asked, { answered: leftAt, paysAgain: query.has("again") });
  const amount = formatRand(owed?.openCents ?? 0);
  const month = monthInWords(of.month);
  const statusHref = paths.payfastStatement(orderId, { answered: String(answered), look: "1" });
  const home = siteAddress(request, context.settings);
  const order = { orderId: statementOrder(of), month: of.month, amountCents: owed?.openCents ?? 0, answered };
  const page = {
    mode: context.settings.payfast.mode,
    ...{ state, amount, month, statusHref },
    facts: owed
      ? [
          { label: "Statement for", value: month },
          { label: "To pay", value: amount },
          { label: "Pay by", value: shortDate(owed.payBy) },
        ]
      : [{ label: "Statement for", value: month }],
    form: state === "to_pay" ? statementPaymentForm(order, gateway, home, { email: undefined }) : null,
    hasArrived: state === "paid" && leftAt !== null && answered > leftAt,
    hasCancelled: state === "to_pay" && query.has("cancelled"),
    hasFailed: state === "to_pay" && query.has("answered") && hasFailed,
    tooMuch: tooMuchCents > 0 ? formatRand(tooMuchCents) : null,
    atBank: insteadOfPaying(`your payment of ${amount}`),
    statementHref: accountPaths.statement(of.month),
    payHref: paths.payfastStatement(orderId),
    againHref: paths.payfastStatement(orderId, { again: "1" }),
    refresh: state === "waiting" || state === "at_bank" ? { seconds: REFRESH_SECONDS, href: statusHref } : null,
  };
  return json(page, privately());
}

export default function PayStatement() {
  const page = useLoaderData<typeof loader>();
  const { state, amount, month, facts, refresh, statusHref } = page;
  return (
    <>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <h1>{state === "at_bank" ? page.atBank.title : page.hasArrived ? "Thank you" : titles[state](month)}</h1>
      <PaymentModeNotice mode={page.mode} />
      <News {...page} />
      {page.tooMuch ? (
        <Notice tone="info" title="You get money back">
          <p>
            You have paid <b className="nowrap">{page.tooMuch}</b> more than was open. We refund it, the way you paid.
            You don't need to do anything.
          </p>
        </Notice>
      ) : null}
      <section className="card">
        <FactList facts={facts} />
      </section>
      {page.form ? (
        <PayNow
          form={page.form}
          label={`Pay now: ${amount}`}
          statusHref={statusHref}
          otherwise={{ kept: "statement", give: "your email" }}
        />
      ) : null}
      {state === "at_bank" ? <AtBankButtons status="Check again" {...page} /> : null}
      <p className="links">
        <a href={page.statementHref}>See the statement</a>
      </p>
    </>
  );
}

const titles: Record<Exclude<StatementState, "at_bank">, (month: string) => string> = {
  paid: () => "Nothing is open",
  waiting: () => "Waiting for your payment",
  to_pay: (month) => `Pay the statement for ${month}`,
};

function News(page: ReturnType<typeof useLoaderData<typeof loader>>) {
  const { state, atBank, hasCancelled, hasFailed, statusHref, payHref } = page;
  switch (state) {
    case "paid":
      return (
        <Notice tone="good">
          <p>
            {page.hasArrived
              ? "Your payment has arrived. Nothing of this statement is open."
              : "All of this statement is paid, or was taken off your account."}
          </p>
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
      return hasCancelled || hasFailed ? (
        <Notice tone="info" title={hasCancelled ? "The payment was cancelled" : "The payment failed"}>
          <p>No money was taken. You can try the payment again.</p>
        </Notice>
      ) : null;
  }
}
