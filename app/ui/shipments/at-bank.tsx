import { AT_BANK, atBankInWords, REFUNDED_IF_TWICE } from "#app/domain/payments/payment-told";
import { ButtonLink, ButtonRow } from "../forms/button";
import { Notice } from "../notice";

export const PAY_AGAIN = "Pay again all the same";

/**
 * Where somebody would pay, while a bank may still do so.
 * @param props.what is being paid, as `atBankInWords` takes it
 * @param props.isHeaded whether the page's own heading says it already
 */
export function AtBankNews({ what, isHeaded = false }: { what: string; isHeaded?: boolean }) {
  return (
    <Notice tone="info" title={isHeaded ? undefined : AT_BANK}>
      <p>{atBankInWords(what)} We email you when it has arrived.</p>
      <p>{REFUNDED_IF_TWICE}</p>
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
