import { Button, ButtonLink, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";

/** This booking is over, and nobody collects it: see what becomes of the money, book the same again, or send another. */
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
      </ButtonRow>
      <form method="post">
        {token ? <HiddenFields fields={{ token }} /> : null}
        <ButtonRow>
          <Button plain formAction={changeAction}>
            Start again with these details
          </Button>
          <Button plain formAction={startAgainAction}>
            Send another parcel
          </Button>
        </ButtonRow>
      </form>
    </Notice>
  );
}
