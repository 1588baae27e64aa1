import { BookedPanel } from "./booked-panel";
import { CancelledPanel } from "./cancelled-panel";

/** A quote's state: cancelled or booked. Nothing while it is open. */
export function QuoteOutcome(props: {
  cancelled: { statusHref: string } | null;
  booked: { payHref: string } | null;
  place: { startAgainAction: string; changeAction: string };
  token?: string;
}) {
  const { cancelled, booked, token } = props;
  const { startAgainAction, changeAction } = props.place;
  return (
    <>
      {cancelled ? <CancelledPanel {...cancelled} {...{ token, startAgainAction, changeAction }} /> : null}
      {booked ? <BookedPanel {...booked} {...{ token, startAgainAction, changeAction }} /> : null}
    </>
  );
}
