import type { InsteadOfPaying } from "#app/domain/money/payment-told";
import { ButtonLink, ButtonRow } from "../forms/button";
import { Notice } from "../notice";

export const PAY_AGAIN = "Pay again all the same";

/**
 * While a bank may still pay.
 * @param props.title left out where it is the page's heading
 */
export function AtBankNews({ title, sentences }: Partial<InsteadOfPaying>) {
  return (
    <Notice tone="info" title={title}>
      {sentences?.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

/** To follow the payment; and, small, to pay again. */
export function AtBankButtons(props: { status: string; statusHref: string; againHref: string }) {
  const { status, statusHref, againHref } = props;
  return (
    <ButtonRow>
      <ButtonLink href={statusHref}>{status}</ButtonLink>
      <p className="links">
        <a href={againHref}>{PAY_AGAIN}</a>
      </p>
    </ButtonRow>
  );
}

/** Once they are back from paying, until PayFast says something: to look again; and, small, to pay if they didn't. */
export function WaitingButtons({ statusHref, payHref }: { statusHref: string; payHref: string }) {
  return (
    <ButtonRow>
      <ButtonLink href={statusHref}>Check again</ButtonLink>
      <p className="links">
        <a href={payHref}>I have not paid yet</a>
      </p>
    </ButtonRow>
  );
}
