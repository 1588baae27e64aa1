import { contact } from "#app/contact";
import { ButtonLink, ButtonRow } from "../forms/button";

/**
 * The next steps for a payment: its documents, checking again, trying again, or changing the booking.
 */
export function PaymentActions(props: {
  booking: { papers: { title: string; href: string }[]; payHref: string | null };
  isFailed: boolean;
  /** Whether money has come that is not the whole price. */
  mustPay: boolean;
  isCancelled: boolean;
  changeHref: string | null;
  cancelHref: string | null;
  /** The link that checks again while PayFast has not answered. */
  againHref: string | undefined;
}) {
  const { booking, isFailed, mustPay, isCancelled, changeHref, cancelHref, againHref } = props;
  return (
    <ButtonRow>
      {booking.papers.map(({ title, href }) => (
        <ButtonLink key={href} plain href={href}>
          {title}
        </ButtonLink>
      ))}
      {againHref ? (
        <>
          <ButtonLink href={againHref}>Check again</ButtonLink>
          {booking.payHref ? (
            <ButtonLink plain href={booking.payHref}>
              I have not paid yet
            </ButtonLink>
          ) : null}
        </>
      ) : null}
      {mustPay && booking.payHref ? <ButtonLink href={booking.payHref}>Pay for the parcel</ButtonLink> : null}
      {isFailed && booking.payHref ? <ButtonLink href={booking.payHref}>Try the payment again</ButtonLink> : null}
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
      {isCancelled ? (
        <ButtonLink plain href={`mailto:${contact().email.contact}`}>
          Ask us
        </ButtonLink>
      ) : null}
    </ButtonRow>
  );
}
