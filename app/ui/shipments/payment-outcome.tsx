import type { ReactNode } from "react";
import { contact } from "#app/contact";
import type { PaymentOutcome } from "#app/domain/bookings/payments/payment-outcome";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { Notice } from "../notice";
import { PAY_AGAIN } from "./at-bank";
import { NextParcel } from "./next-parcel";
import { StatePanel } from "./state-panel";
import { FactList, type SummaryFact } from "./summary-card";
import { MoreLinks } from "./thank-you";

type Kind = PaymentOutcome["kind"];

const titles: Record<Exclude<Kind, "at_bank">, string> = {
  booked: "Thank you",
  paid: "Thank you",
  price_asked: "Thank you",
  waiting: "Waiting for your payment",
  owing: "Your parcel is not paid yet",
  failed: "Payment not completed",
  given_up: "Payment not completed",
  cancelled: "Booking cancelled",
};

type Props = {
  outcome: PaymentOutcome;
  facts: SummaryFact[];
  papers: { title: string; href: string }[];
  payHref: string;
  payAgainHref: string;
  changeHref: string | null;
  cancelHref: string | null;
  next: { addressesHref: string; quoteId: string | null };
  /** While the outcome is waited for. */
  refresh: { seconds: number; href: string; isLong: boolean } | null;
  /** What to know first, such as that the payment was a test. */
  children: ReactNode;
};

/** How a payment ended, unless it ended in a waybill: what it means, and what can be done now. */
export function PaymentOutcomeShown({ outcome, facts, next, refresh, children, ...actions }: Props) {
  const { kind, sentences } = outcome;
  const mayBook = kind === "paid" || kind === "price_asked";
  return (
    <>
      <StatePanel
        headline={outcome.kind === "at_bank" ? outcome.title : titles[outcome.kind]}
        above="Your payment"
        isBad={isBad(outcome)}
      >
        <div role={isBad(outcome) ? "alert" : "status"}>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {refresh ? <p>Don't pay again: your booking is safe. We email you when your payment arrives.</p> : null}
        {kind === "failed" ? <p>No money was taken, and we have kept your booking.</p> : null}
      </StatePanel>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <Buttons outcome={outcome} againHref={refresh?.href} {...actions} />
      <section className="main">
        {children}
        {refresh?.isLong ? (
          <p>
            This is taking longer than usual. Your booking is safe, so please don't pay twice. Please check your{" "}
            <a href={paths.dashboard}>dashboard</a>, or wait for our email: we send it when your payment arrives.
          </p>
        ) : null}
        <FactList facts={facts} />
      </section>
      <section className="beside">
        <MoreLinks {...actions} pdfHref={null} shareText={null} />
        {mayBook ? <NextParcel {...next} /> : null}
      </section>
    </>
  );
}

const isBad = (outcome: PaymentOutcome) =>
  outcome.kind === "owing" ? outcome.hasFailed : ["failed", "given_up", "cancelled"].includes(outcome.kind);

type ButtonProps = { outcome: PaymentOutcome; payHref: string; payAgainHref: string; againHref?: string };

/** What most want to do now. */
function Buttons({ outcome, payHref, payAgainHref, againHref }: ButtonProps) {
  const { kind } = outcome;
  if (kind === "owing" || kind === "failed")
    return (
      <ButtonRow beside>
        <ButtonLink href={payHref}>{kind === "owing" ? "Pay for the parcel" : "Try the payment again"}</ButtonLink>
      </ButtonRow>
    );
  if (kind === "cancelled" || kind === "given_up")
    return (
      <ButtonRow beside>
        <ButtonLink href={paths.ship}>Send a parcel</ButtonLink>
        <ButtonLink plain href={`mailto:${contact().email.contact}`}>
          Ask us
        </ButtonLink>
      </ButtonRow>
    );
  if (!againHref) return null;
  return (
    <ButtonRow beside>
      <ButtonLink href={againHref}>Check again</ButtonLink>
      {kind === "waiting" && outcome.canPay ? (
        <p className="links">
          <a href={payHref}>I have not paid yet</a>
        </p>
      ) : null}
      {kind === "at_bank" ? (
        <p className="links">
          <a href={payAgainHref}>{PAY_AGAIN}</a>
        </p>
      ) : null}
    </ButtonRow>
  );
}

/** Money that doesn't pay for the parcel. */
export function OtherMoney({ title, sentences }: { title: string; sentences: string[] }) {
  return (
    <Notice tone="info" title={title}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
