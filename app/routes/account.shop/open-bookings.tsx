import { ButtonLink, ButtonRow } from "../../ui/forms/button";

/** What the shop's programs have booked and nobody has paid, and what more is asked for it; nothing where there is none. */
export function OpenBookings(props: {
  bookings: { id: string; order: string; to: string; price: string; href: string | null }[];
  /** How many there are besides. */
  more: number;
  payHrefs: { href: string; words: string }[];
  /** Whether to pay is what the page is for now. */
  isFirst: boolean;
}) {
  const { bookings, more, payHrefs, isFirst } = props;
  if (bookings.length === 0) return null;
  return (
    <section aria-labelledby="to-pay" className="stack">
      <h2 id="to-pay">To be paid</h2>
      <dl className="facts">
        {bookings.map(({ id, order, to, price, href }) => (
          <div key={id}>
            <dt>
              {order}, {to}
            </dt>
            <dd>{href ? <a href={href}>{price}</a> : price}</dd>
          </div>
        ))}
      </dl>
      {more > 0 ? <p>{more === 1 ? "And one more." : `And ${more} more.`}</p> : null}
      {payHrefs.length > 0 ? (
        <ButtonRow>
          {payHrefs.map(({ href, words }, at) => (
            <ButtonLink key={href} href={href} plain={at > 0 || !isFirst}>
              {words}
            </ButtonLink>
          ))}
        </ButtonRow>
      ) : null}
    </section>
  );
}
