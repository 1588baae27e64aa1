import { Button, ButtonLink, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";

/** This parcel is booked: pay for it, see how it stands, change it while it is unpaid, or send another one. */
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
      </ButtonRow>
      <form method="post">
        {token ? <HiddenFields fields={{ token }} /> : null}
        <ButtonRow>
          {payHref ? (
            <Button plain formAction={changeAction}>
              Change this booking
            </Button>
          ) : null}
          <Button plain formAction={startAgainAction}>
            Send another parcel
          </Button>
        </ButtonRow>
      </form>
    </Notice>
  );
}
