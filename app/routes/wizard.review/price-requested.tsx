import { contact } from "#app/contact";
import type { NextStep } from "#app/domain/parcels/next-steps";
import { EachApart } from "#app/ui/apart";
import { OurPhone } from "#app/ui/our-phone";
import { MailLink } from "../../ui/email-address";
import { NextParcel } from "../../ui/shipments/next-parcel";
import { NextSteps, NumberPanel } from "../../ui/shipments/number-panel";

/** The end of a wizard whose price a person works out: the number, and by when there is an answer. */
export function PriceRequested(props: {
  quoteNo: string;
  /** "By 17:00 on Tuesday 24 November we will email you the price." */
  answeredBy: string;
  steps: NextStep[];
  next: { addressesHref: string; quoteId: string | null };
}) {
  const { quoteNo, answeredBy, steps, next } = props;
  const { email } = contact();
  return (
    <>
      <NumberPanel title="We have your request" above="Nothing to pay yet" label="Quote number" number={quoteNo}>
        <p>{answeredBy} You have not been charged.</p>
      </NumberPanel>
      <section className="main" aria-labelledby="next">
        <NextSteps steps={steps} />
      </section>
      <section className="beside" aria-labelledby="ask">
        <h2 id="ask">Questions?</h2>
        <p className="links">
          <EachApart>
            <MailLink to={email.quotes} subject={`Quote ${quoteNo}`} /> <OurPhone />
          </EachApart>
        </p>
        <NextParcel {...next} />
      </section>
    </>
  );
}
