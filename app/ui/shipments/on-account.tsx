import type { ToldBefore } from "#app/domain/bookings/charges/account-in-words.server";
import type { OnAccountOffer } from "#app/domain/bookings/charges/room-on-account.server";
import { Button, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";

/** Whether `OnAccount` has its button, which then stands out. */
export const canPutOnAccount = (offer: OnAccountOffer | null): boolean => offer !== null && offer.token !== null;

/** On a page before a payment: the button that puts it on the account instead, or why it isn't there. */
export function OnAccount({ offer }: { offer: OnAccountOffer | null }) {
  if (!offer) return null;
  if (offer.token === null)
    return (
      <Notice tone="info" title="Not on your account">
        <p>{offer.words}</p>
      </Notice>
    );
  return (
    <form method="post" className="form">
      <p>{offer.words}</p>
      <HiddenFields fields={{ token: offer.token }} />
      <ButtonRow>
        <Button name="intent" value="account">
          Put it on my account
        </Button>
      </ButtonRow>
    </form>
  );
}

/** Before a booking of an account that pays by month. */
export function BeforeItIsBooked({ told }: { told: ToldBefore | null }) {
  if (!told) return null;
  return (
    <Notice tone="info" title={told.title}>
      <p>{told.words}</p>
    </Notice>
  );
}
