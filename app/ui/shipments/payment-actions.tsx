import { contact } from "#app/contact";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { ShareOnWhatsApp } from "./share-on-whatsapp";

/**
 * The next steps for a payment: the waybill and its documents, checking again, trying again, or changing the booking.
 */
export function PaymentActions(props: {
  /** Null if it could not be read. */
  booking: {
    waybillNo: string | null;
    waybillHref: string;
    /** Null if this page may not show the waybill. */
    pdfHref: string | null;
    shareText: string | null;
    trackingHref: string;
    papers: { title: string; href: string }[];
    payHref: string | null;
  } | null;
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
      {booking?.waybillNo && !isCancelled ? (
        <>
          <ButtonLink href={booking.waybillHref}>Print the waybill</ButtonLink>
          {booking.pdfHref ? (
            <ButtonLink plain staysHere href={booking.pdfHref}>
              Waybill as PDF
            </ButtonLink>
          ) : null}
          {booking.shareText ? <ShareOnWhatsApp text={booking.shareText} /> : null}
          <ButtonLink plain newTab={!booking.trackingHref.startsWith("/")} href={booking.trackingHref}>
            Track this parcel
          </ButtonLink>
        </>
      ) : null}
      {booking?.papers.map(({ title, href }) => (
        <ButtonLink key={href} plain href={href}>
          {title}
        </ButtonLink>
      ))}
      {againHref ? (
        <>
          <ButtonLink href={againHref}>Check again</ButtonLink>
          {booking?.payHref ? (
            <ButtonLink plain href={booking.payHref}>
              I have not paid yet
            </ButtonLink>
          ) : null}
        </>
      ) : null}
      {mustPay && booking?.payHref ? <ButtonLink href={booking.payHref}>Pay for the parcel</ButtonLink> : null}
      {isFailed && booking?.payHref ? <ButtonLink href={booking.payHref}>Try the payment again</ButtonLink> : null}
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
      {booking ? null : (
        <>
          <ButtonLink href={paths.dashboard}>Go to dashboard</ButtonLink>
          <ButtonLink plain href={`mailto:${contact().email.contact}`}>
            Ask us
          </ButtonLink>
        </>
      )}
    </ButtonRow>
  );
}
