import { ButtonLink, ButtonRow } from "../forms/button";
import { PostButton } from "../forms/post-button";
import { Notice } from "../notice";

/**
 * Shown for a cancelled booking: what happens to the money, and buttons to book the same again or send another parcel.
 */
export function CancelledPanel(props: {
  statusHref: string;
  changeAction: string;
  startAgainAction: string;
  token?: string;
}) {
  const { statusHref, changeAction, startAgainAction, token } = props;
  return (
    <Notice tone="info" title="This was cancelled">
      <p>Nobody will collect this parcel, and you can't pay for it any more.</p>
      <ButtonRow>
        <ButtonLink href={statusHref}>See the booking</ButtonLink>
        <PostButton action={changeAction} token={token}>
          Start again with these details
        </PostButton>
        <PostButton action={startAgainAction} token={token}>
          Send another parcel
        </PostButton>
      </ButtonRow>
    </Notice>
  );
}
