import { ButtonLink, ButtonRow } from "../forms/button";
import { PostButton } from "../forms/post-button";
import { Notice } from "../notice";

/** Shown once a parcel is booked: pay, see its status, change it while it is unpaid, or send another. */
export function BookedPanel(props: {
  /** Null once it is paid. */
  payHref: string | null;
  statusHref: string;
  changeAction: string;
  startAgainAction: string;
  token?: string;
}) {
  const { payHref, statusHref, changeAction, startAgainAction, token } = props;
  return (
    <Notice tone="info" title={payHref ? "This parcel is booked but not paid yet" : "This parcel is booked and paid"}>
      <ButtonRow>
        {payHref ? (
          <ButtonLink href={payHref}>Go to the payment</ButtonLink>
        ) : (
          <ButtonLink href={statusHref}>See your booking</ButtonLink>
        )}
        {payHref ? (
          <PostButton action={changeAction} token={token}>
            Change this booking
          </PostButton>
        ) : null}
        <PostButton action={startAgainAction} token={token}>
          Send another parcel
        </PostButton>
      </ButtonRow>
    </Notice>
  );
}
