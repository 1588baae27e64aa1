import { ButtonLink, ButtonRow } from "../forms/button";
import { PostButton } from "../forms/post-button";
import { Notice } from "../notice";

/** Shown once a parcel is booked and not paid yet: pay, change it, or send another. */
export function BookedPanel(props: {
  payHref: string;
  changeAction: string;
  startAgainAction: string;
  token?: string;
}) {
  const { payHref, changeAction, startAgainAction, token } = props;
  return (
    <Notice tone="info" title="This parcel is booked but not paid yet">
      <ButtonRow>
        <ButtonLink href={payHref}>Go to the payment</ButtonLink>
        <PostButton action={changeAction} token={token}>
          Change this booking
        </PostButton>
        <PostButton action={startAgainAction} token={token}>
          Send another parcel
        </PostButton>
      </ButtonRow>
    </Notice>
  );
}
