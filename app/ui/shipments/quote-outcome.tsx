import { Notice } from "../notice";
import { BookedPanel } from "./booked-panel";
import { CancelledPanel } from "./cancelled-panel";
import { AskAboutQuote } from "./manual-price-panel";

/** A quote's state: cancelled, booked, or waiting for a manual price. Nothing while it is open. */
export function QuoteOutcome(props: {
  quoteNo: string;
  cancelled: { statusHref: string } | null;
  booked: { payHref: string | null; statusHref: string } | null;
  isManualRequested: boolean;
  place: { startAgainAction: string; changeAction: string };
  token?: string;
}) {
  const { quoteNo, cancelled, booked, isManualRequested, token } = props;
  const { startAgainAction, changeAction } = props.place;
  return (
    <>
      {cancelled ? <CancelledPanel {...cancelled} {...{ token, startAgainAction, changeAction }} /> : null}
      {booked ? <BookedPanel {...booked} {...{ token, startAgainAction, changeAction }} /> : null}
      {isManualRequested ? (
        <Notice tone="good" title="We have your request">
          <p>
            Your reference is <b>{quoteNo}</b>. A person will work out the price and email you within one working day.
            You have not been charged.
          </p>
          <AskAboutQuote quoteNo={quoteNo} />
        </Notice>
      ) : null}
    </>
  );
}
