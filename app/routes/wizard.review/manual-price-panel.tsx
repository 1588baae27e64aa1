import { contact } from "#app/contact";
import { OurPhone } from "#app/ui/our-phone";
import { MailLink } from "../../ui/email-address";

/**
 * There is no instant price: what happens instead, and whom to ask (specification section 8, "Quote"). The public
 * wizard and the signed-in ones word it differently.
 * @param tooHeavy why no box takes the parcel; null where the route or the box is what has no price
 */
export function ManualPricePanel(props: {
  wording: "public" | "signed-in" | "unreached";
  tooHeavy: string | null;
  quoteNo: string;
}) {
  const { wording, tooHeavy, quoteNo } = props;
  const { email } = contact();
  return (
    <section className="notice info" aria-labelledby="manual-heading">
      {wording === "unreached" ? (
        <>
          <h2 id="manual-heading">Instant price not available</h2>
          <p>
            We can't work out prices right now. That is our fault, not your route's. Try again in a few minutes: go back
            and press "Calculate Quote". Or ask for a manual quote.
          </p>
        </>
      ) : wording === "public" ? (
        <>
          <h2 id="manual-heading">Instant price not available</h2>
          <p>
            {tooHeavy ?? "This route isn't available for instant pricing."} You can still review your details below and
            proceed to request a manual quote.
          </p>
        </>
      ) : (
        <>
          <h2 id="manual-heading">Manual quote required</h2>
          <p>
            {tooHeavy ? `${tooHeavy} Our` : "This destination or package isn't available for instant pricing… our"} team
            will finalize a manual quote. Payment is requested after manual confirmation.
          </p>
        </>
      )}
      <p className="no-print">
        Questions? Write to <MailLink to={email.quotes} subject={`Quote ${quoteNo}`} />, or phone <OurPhone />.
      </p>
    </section>
  );
}
