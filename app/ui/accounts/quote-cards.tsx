import type { BookingShown, QuoteShown } from "#app/domain/bookings/dashboard-cards";
import { Button, ButtonLink, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { FactList } from "../shipments/summary-card";

/** A quote without a waybill, to continue, change or pay. */
export function QuoteCard({ quote, action, formToken }: { quote: QuoteShown; action: string; formToken: string }) {
  return (
    <li className="card">
      <h3>
        Quote <span className="nowrap">{quote.quoteNo}</span>
      </h3>
      <FactList facts={[...commonFacts(quote), { label: "Status", value: quote.status }]} />
      <form method="post" action={action}>
        <HiddenFields fields={{ resumeId: quote.id, token: formToken }} />
        <ButtonRow>
          {quote.payHref ? <ButtonLink href={quote.payHref}>Pay</ButtonLink> : null}
          {quote.statusHref ? (
            <ButtonLink href={quote.statusHref}>See your booking</ButtonLink>
          ) : (
            <Button plain>Resume/Edit</Button>
          )}
        </ButtonRow>
      </form>
    </li>
  );
}

/** A quote with a waybill. */
export function BookingCard(props: { booking: BookingShown; action: string; formToken: string }) {
  const { booking, action, formToken } = props;
  return (
    <li className="card">
      <h3>
        Waybill <span className="nowrap">{booking.waybillNo}</span>
      </h3>
      <FactList
        facts={[
          ...commonFacts(booking),
          { label: "Quote number", value: booking.quoteNo },
          { label: "Status", value: booking.status },
        ]}
      />
      <form method="post" action={action}>
        <HiddenFields fields={{ againId: booking.id, token: formToken }} />
        <ButtonRow>
          <ButtonLink href={booking.trackHref} newTab={booking.isTrackedElsewhere}>
            Track
          </ButtonLink>
          {booking.waybillHref ? (
            <ButtonLink plain href={booking.waybillHref}>
              Print the waybill
            </ButtonLink>
          ) : null}
          {booking.statusHref ? (
            <ButtonLink plain href={booking.statusHref}>
              See your booking
            </ButtonLink>
          ) : null}
          <Button plain>Send again</Button>
        </ButtonRow>
      </form>
    </li>
  );
}

function commonFacts({ route, receiver, price, date }: QuoteShown | BookingShown) {
  return [
    { label: "From and to", value: route },
    { label: "Receiver", value: receiver },
    { label: "Price", value: price },
    { label: "Made", value: date },
  ];
}
