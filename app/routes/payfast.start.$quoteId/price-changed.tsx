import { contact, phoneInOneLine } from "#app/contact";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";
import { FactList } from "../../ui/shipments/summary-card";

/** Asks the customer to confirm today's price of a booking whose own price has expired. */
export function PriceChanged(props: {
  before: string;
  amount: string;
  /** Today's price in cents, to be confirmed. */
  agreed: string;
  heldUntil: string;
  quoteNo: string;
  isUncharged: boolean;
}) {
  const { before, amount, agreed, heldUntil, quoteNo, isUncharged } = props;
  return (
    <>
      <h1>The price has changed</h1>
      <Notice tone="info">
        <p>
          We held your price until {heldUntil}. <Kept isUncharged={isUncharged} />
        </p>
      </Notice>
      <section className="card sign">
        <FactList
          facts={[
            { label: "Old price", value: before },
            { label: "New total, all included", value: amount },
            { label: "Quote number", value: quoteNo },
          ]}
        />
      </section>
      <form method="post">
        <HiddenFields fields={{ agreed }} />
        <ButtonRow>
          <Button>Agree to the new price</Button>
          <ButtonLink plain href={`mailto:${contact().email.contact}`}>
            Ask us
          </ButtonLink>
        </ButtonRow>
      </form>
    </>
  );
}

/** A booking whose price has expired, while today's price isn't available. */
export function PriceUnknown(props: { quoteNo: string; isByHand: boolean; isUncharged: boolean }) {
  const { quoteNo, isByHand, isUncharged } = props;
  const phone = `phone us on ${phoneInOneLine()} and give your quote number ${quoteNo}.`;
  return (
    <>
      <h1>{isByHand ? "Your price has expired" : "We can't work out the price right now"}</h1>
      <Notice tone="bad">
        <p>
          <Kept isUncharged={isUncharged} />
        </p>
        <p>
          {isByHand
            ? `A person worked out this price and has to renew it. Please ${phone}`
            : `The price of your booking has expired, and we can't work out a new one right now. Try again in a few minutes, or ${phone}`}
        </p>
      </Notice>
    </>
  );
}

/** @param isUncharged false while a bank may still pay, and once a part of the price has come */
function Kept({ isUncharged }: { isUncharged: boolean }) {
  return isUncharged ? "You have not been charged, and we have kept your booking." : "We have kept your booking.";
}
