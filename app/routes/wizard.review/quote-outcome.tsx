import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { Notice } from "../../ui/notice";

/** A cancelled or booked quote: what happens to its parcel, and what can be done now. Nothing while it is open. */
export function QuoteOutcome(props: {
  cancelled: { statusHref: string } | null;
  booked: { payHref: string } | null;
  place: { startAgainAction: string; changeAction: string };
  token?: string;
}) {
  const { cancelled, booked, place, token } = props;
  const sendAnother = (
    <PostButton action={place.startAgainAction} token={token}>
      Send another parcel
    </PostButton>
  );
  if (cancelled)
    return (
      <Notice tone="info" title="This was cancelled">
        <p>Nobody will collect this parcel, and you can't pay for it any more.</p>
        <ButtonRow>
          <ButtonLink href={cancelled.statusHref}>See the booking</ButtonLink>
          <PostButton action={place.changeAction} token={token}>
            Start again with these details
          </PostButton>
          {sendAnother}
        </ButtonRow>
      </Notice>
    );
  if (!booked) return null;
  return (
    <Notice tone="info" title="This parcel is booked but not paid yet">
      <ButtonRow>
        <ButtonLink href={booked.payHref}>Go to the payment</ButtonLink>
        <PostButton action={place.changeAction} token={token}>
          Change this booking
        </PostButton>
        {sendAnother}
      </ButtonRow>
    </Notice>
  );
}

/**
 * A form with one button. It has a field even without a token, because Lynx sends a form without fields as a GET. Lynx
 * also ignores a button's `formaction`.
 */
function PostButton({ action, token, children }: { action: string; token?: string; children: string }) {
  return (
    <form method="post" action={action}>
      {token ? <HiddenFields fields={{ token }} /> : null}
      <Button plain name="intent" value="yes">
        {children}
      </Button>
    </form>
  );
}
