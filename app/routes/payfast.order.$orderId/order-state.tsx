import type { ReactNode } from "react";
import type { OrderState } from "#app/domain/bookings/payments/order-state";
import type { InsteadOfPaying } from "#app/domain/money/payment-told";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";
import { AtBankButtons, AtBankNews, WaitingButtons } from "../../ui/shipments/at-bank";

type Kind = OrderState["kind"];

/** The page's heading in each state. */
export const orderTitles: Record<Exclude<Kind, "at_bank">, (amount: string) => string> = {
  paid: () => "Thank you",
  on_account: () => "Thank you",
  off_account: () => "Nothing to pay",
  cancelled: () => "Nothing to pay",
  waiting: () => "Waiting for your payment",
  unpriced: (amount) => `Pay ${amount}`,
  new_price: () => "The price has changed",
  terms: (amount) => `Pay ${amount}`,
  to_pay: (amount) => `Pay ${amount}`,
};

type Links = { payHref: string; againHref: string; statusHref: string };

type News = { state: OrderState; atBank: InsteadOfPaying };

/** What is known of the payment so far, above the parcels. */
export function OrderNews({ state, atBank, statusHref, payHref }: News & Links) {
  if (state.kind === "at_bank") return <AtBankNews sentences={atBank.sentences} />;
  if (state.kind === "waiting")
    return (
      <>
        {news.waiting}
        <p>Don't pay again: your bookings are safe. We email you when your payment arrives.</p>
        <WaitingButtons statusHref={statusHref} payHref={payHref} />
      </>
    );
  return "hasFailed" in state ? state.hasFailed && FAILED : news[state.kind];
}

const FAILED = (
  <Notice tone="info" title="The payment did not go through">
    <p>No money was taken for the parcels below. We have kept your bookings. You can try the payment again.</p>
  </Notice>
);

const news: Record<Exclude<Kind, "at_bank" | "new_price" | "terms" | "to_pay">, ReactNode> = {
  paid: (
    <Notice tone="good">
      <p>Your payment has arrived. We have emailed you the waybills.</p>
    </Notice>
  ),
  on_account: (
    <Notice tone="good">
      <p>These parcels are on account: there is nothing to pay now. We have emailed you the waybills.</p>
    </Notice>
  ),
  off_account: (
    <Notice tone="info">
      <p>The price of these parcels was taken off your account: nothing of it is owed any more.</p>
    </Notice>
  ),
  cancelled: (
    <Notice tone="info">
      <p>These bookings were cancelled. You don't need to pay.</p>
    </Notice>
  ),
  waiting: (
    <Notice tone="info">
      <p>We are waiting for PayFast to tell us that you have paid.</p>
    </Notice>
  ),
  unpriced: (
    <Notice tone="bad" title="We can't work out the price right now">
      <p>We have kept your bookings. Try again in a few minutes.</p>
    </Notice>
  ),
};

/**
 * The buttons below the parcels, where nothing has to be filled in.
 * @param props.waybillsHref all waybills as one PDF, once they are paid, for whoever booked
 */
export function OrderButtons(props: Links & { kind: Kind; waybillsHref: string | null }) {
  const { kind, waybillsHref, againHref, statusHref } = props;
  if (kind === "at_bank") return <AtBankButtons status="Check again" {...{ statusHref, againHref }} />;
  if (kind !== "paid" && kind !== "on_account" && kind !== "off_account" && kind !== "cancelled") return null;
  return (
    <ButtonRow>
      {waybillsHref ? <ButtonLink href={waybillsHref}>All waybills as one PDF</ButtonLink> : null}
      <ButtonLink plain={waybillsHref !== null} href={paths.dashboard}>
        Go to dashboard
      </ButtonLink>
    </ButtonRow>
  );
}

/** Asks for the agreement to today's sum. */
export function AgreeToNewPrice({ amount, agreed }: { amount: string; agreed: string }) {
  return (
    <form method="post" className="form">
      <p>
        We held your prices for seven days. All parcels together now cost <b className="nowrap">{amount}</b>.
      </p>
      <HiddenFields fields={{ agreed }} />
      <ButtonRow>
        <Button>Agree to the new price</Button>
      </ButtonRow>
    </form>
  );
}

/** On an order of what a shop's program booked: what it booked since is paid by itself. */
export function PaidElsewhere({ bookings }: { bookings: number }) {
  if (bookings === 0) return null;
  return (
    <Notice tone="info">
      <p>
        {bookings === 1 ? "One more parcel of your shop is" : `${bookings} more parcels of your shop are`} not in this
        payment. You pay for {bookings === 1 ? "it" : "them"} on <a href={paths.dashboard}>your dashboard</a>.
      </p>
    </Notice>
  );
}
