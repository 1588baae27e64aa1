import type { ReactNode } from "react";
import { contact } from "#app/contact";
import type { PaymentOutcome } from "#app/domain/settling/payment-outcome";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { Notice } from "../notice";
import { NextParcel } from "./next-parcel";
import { type Fact, FactList } from "./summary-card";

type Kind = PaymentOutcome["kind"];

const titles: Record<Kind, string> = {
  booked: "Thank you",
  paid: "Thank you",
  price_asked: "Thank you",
  waiting: "Waiting for your payment",
  owing: "Your parcel is not paid yet",
  failed: "Payment not completed",
  given_up: "Payment not completed",
  cancelled: "Booking cancelled",
};

const tones: Record<Kind, "good" | "bad" | "info"> = {
  ...{ booked: "good", paid: "good", price_asked: "good", waiting: "info", owing: "info" },
  ...{ failed: "bad", given_up: "bad", cancelled: "bad" },
};

type Props = {
  outcome: PaymentOutcome;
  facts: Fact[];
  papers: { title: string; href: string }[];
  payHref: string;
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
  return (
    <>
      {refresh ? <span hidden data-refresh-seconds={refresh.seconds} data-refresh-href={refresh.href} /> : null}
      <h1>{titles[kind]}</h1>
      <Notice tone={kind === "owing" && outcome.hasFailed ? "bad" : tones[kind]}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {children}
      <FactList facts={facts} />
      {refresh ? <p>Don't pay again: your booking is safe. We email you when your payment arrives.</p> : null}
      {kind === "failed" ? <p>No money was taken, and we have kept your booking.</p> : null}
      {refresh?.isLong ? (
        <p>
          This is taking longer than usual. Your booking is safe, so please don't pay twice. Please check your{" "}
          <a href={paths.dashboard}>dashboard</a>, or wait for our email: we send it when your payment arrives.
        </p>
      ) : null}
      <Actions outcome={outcome} againHref={refresh?.href} {...actions} />
      {kind === "paid" || kind === "price_asked" ? <NextParcel {...next} /> : null}
    </>
  );
}

type ActionProps = Pick<Props, "outcome" | "papers" | "payHref" | "changeHref" | "cancelHref"> & { againHref?: string };

function Actions({ outcome, papers, payHref, changeHref, cancelHref, againHref }: ActionProps) {
  const { kind } = outcome;
  return (
    <ButtonRow>
      {papers.map(({ title, href }) => (
        <ButtonLink key={href} plain href={href}>
          {title}
        </ButtonLink>
      ))}
      {againHref ? <ButtonLink href={againHref}>Check again</ButtonLink> : null}
      {kind === "waiting" && outcome.canPay ? (
        <ButtonLink plain href={payHref}>
          I have not paid yet
        </ButtonLink>
      ) : null}
      {kind === "owing" ? <ButtonLink href={payHref}>Pay for the parcel</ButtonLink> : null}
      {kind === "failed" ? <ButtonLink href={payHref}>Try the payment again</ButtonLink> : null}
      {changeHref ? (
        <ButtonLink plain href={changeHref}>
          Change a name, phone or address
        </ButtonLink>
      ) : null}
      {cancelHref ? (
        <ButtonLink plain href={cancelHref}>
          Cancel this booking
        </ButtonLink>
      ) : null}
      {kind === "cancelled" ? (
        <ButtonLink plain href={`mailto:${contact().email.contact}`}>
          Ask us
        </ButtonLink>
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
