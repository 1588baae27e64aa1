import { Fragment, type ReactNode } from "react";
import type { GroupShown } from "#app/domain/bookings/dashboard-groups";
import type { BookingShown, QuoteShown, SaidOnce } from "#app/domain/bookings/dashboard-rows";
import { paths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { tabFor } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";

/** Bookings that went wrong: what needs the customer is on top, and what is true of several is said once. */
export function Troubled({ groups, formToken }: { groups: SaidOnce[]; formToken: string }) {
  if (groups.length === 0) return null;
  return (
    <div className="main first">
      <section aria-labelledby="troubled">
        <h2 id="troubled">Failed or late</h2>
        {groups.map(({ words, bookings }) => (
          <Fragment key={bookings[0]?.id}>
            {words ? <p className="same">{words}</p> : null}
            <ul className="rows" aria-label={words ?? "Failed or late"}>
              {bookings.map((booking) => bookingRow(booking, formToken, words !== null))}
            </ul>
          </Fragment>
        ))}
      </section>
    </div>
  );
}

/**
 * The specification's two lists, one row a parcel. No quotes is said in one line, below the bookings.
 * @param sought what was looked for; blank if nothing
 * @param printsAll whether the waybills of what waits to be collected come as one file
 */
export function DashboardLists(props: {
  quotes: QuoteShown[];
  bookings: BookingShown[];
  /** Some bookings stand above, as failed or late. */
  hasTroubled: boolean;
  groups: GroupShown[];
  printsAll: boolean;
  sought: string;
  olderHref: string | null;
  formToken: string;
}) {
  const { quotes, bookings, hasTroubled, groups, printsAll, sought, olderHref, formToken } = props;
  const open = (
    <List
      id="quotes"
      title="Quotes"
      none={noneOf("quote", sought)}
      above={quotes.some(({ waitsLong }) => waitsLong) ? <PaidAlready /> : null}
      rows={quotes.map((quote) => <QuoteRow key={quote.id} quote={quote} formToken={formToken} />)}
    />
  );
  return (
    <div className="main">
      {groups.length > 0 || printsAll ? (
        <div>
          {groups.length > 0 ? <Groups groups={groups} /> : null}
          {printsAll ? (
            <p className="links">
              <EachApart>
                <a href={paths.waybillsToCollect}>Waybills of all parcels to collect (PDF)</a>
              </EachApart>
            </p>
          ) : null}
        </div>
      ) : null}
      {quotes.length > 0 ? open : null}
      <List
        id="bookings"
        title="Bookings"
        none={hasTroubled ? "They are above, under “Failed or late”." : noneOf("booking", sought)}
        rows={bookings.map((booking) => bookingRow(booking, formToken))}
      />
      {quotes.length > 0 ? null : open}
      {olderHref ? (
        <p>
          <a href={olderHref}>Older quotes and bookings</a>
        </p>
      ) : null}
    </div>
  );
}

/** The rows by where their parcels are, each with its number. */
function Groups({ groups }: { groups: GroupShown[] }) {
  return (
    <nav className="links" aria-label="Parcels by state">
      <EachApart>
        {groups.map(({ words, count, href, isShown }) => (
          <a key={words} href={href} aria-current={isShown ? "page" : undefined}>
            {words} <b>{count}</b>
          </a>
        ))}
      </EachApart>
    </nav>
  );
}

function noneOf(what: string, sought: string): string {
  if (!sought) return `No ${what}s here.`;
  return /\d/.test(sought) ? `No ${what} has this number.` : `No ${what} has this name or place.`;
}

function List(props: { id: string; title: string; none?: string; above?: ReactNode; rows: ReactNode[] }) {
  const { id, title, none, above, rows } = props;
  return (
    <section aria-labelledby={id} className={rows.length > 0 ? undefined : "links none"}>
      <h2 id={id}>{title}</h2>
      {above}
      {rows.length > 0 ? <ul className="rows">{rows}</ul> : <p className="soft">{none}</p>}
    </section>
  );
}

const PaidAlready = () => (
  <p className="soft">
    Have you paid one of these? We email the waybill when your payment arrives. Please don't pay twice.
  </p>
);

/** A quote without a waybill, to continue, change or pay. */
function QuoteRow({ quote, formToken }: { quote: QuoteShown; formToken: string }) {
  const { id, state, title, words, quoteNo, payHref, statusHref, price, route, date } = quote;
  return (
    <li data-state={state}>
      <details>
        <Summary title={title} words={payHref && price ? `${words.replace(/\.$/, "")}: ${price}` : words} />
        <h3>
          Quote <span className="nowrap">{quoteNo}</span>
        </h3>
        <p>{facts(route, price, date)}</p>
      </details>
      <form method="post" action={paths.dashboard} className="do">
        <HiddenFields fields={{ resumeId: id, token: formToken }} />
        {payHref ? <a href={payHref}>Pay</a> : null}{" "}
        {statusHref ? <a href={statusHref}>See your booking</a> : <button type="submit">Resume/Edit</button>}
      </form>
    </li>
  );
}

/** A quote with a waybill. In one line where its state is said above. */
function bookingRow(booking: BookingShown, formToken: string, isSaidAbove = false) {
  const { id, state, title, words, waybillNo, waybillHref, statusHref, price, route, date, papers, apart } = booking;
  return (
    <li key={id} data-state={state}>
      <details>
        <Summary title={title} words={isSaidAbove ? "" : words} />
        <h3>
          Waybill <span className="nowrap">{waybillNo}</span>
        </h3>
        {isSaidAbove && apart.own ? <p>{apart.own}</p> : null}
        <p>{facts(route, price, date)}</p>
        <form method="post" action={paths.dashboard} className="links">
          <HiddenFields fields={{ againId: id, token: formToken }} />
          <EachApart>
            {waybillHref ? <a href={waybillHref}>Print the waybill</a> : null}
            {statusHref ? <a href={statusHref}>See your booking</a> : null}
            {papers.map(({ title, number, href }) => (
              <a key={href} href={href}>
                {title.replace(number, "")}
                <span className="nowrap">{number}</span>
              </a>
            ))}
            {booking.statement ? <a href={booking.statement.href}>{booking.statement.words}</a> : null}
          </EachApart>{" "}
          <button type="submit">Send again</button>{" "}
          {booking.canComeBack ? (
            <button type="submit" name="back" value="yes">
              Send it back
            </button>
          ) : null}
        </form>
      </details>
      <p className="do">
        {booking.due ? <a href={booking.due.href}>Pay {booking.due.amount} more</a> : null}{" "}
        <a href={booking.trackHref} {...tabFor(booking.trackHref)}>
          Track
        </a>
      </p>
    </li>
  );
}

function Summary({ title, words }: { title: string; words: string }) {
  return (
    <summary className={words ? undefined : "brief"}>
      <b>{title}</b> <span>{words}</span>
    </summary>
  );
}

/** "Germiston 1431 → Soweto 1804 · R 80,62 · 20 November 2026". */
const facts = (...given: (string | null)[]) => given.filter(Boolean).join(" · ");
