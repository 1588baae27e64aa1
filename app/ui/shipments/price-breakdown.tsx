import type { PriceLine } from "#app/domain/parcels/quotes/bill";

/** The bill, with the specification's line names; amounts are text from the server. */
export function PriceBreakdown(props: {
  lines: PriceLine[];
  total: string;
  title?: string;
  heldUntil?: string;
  /** When it usually arrives, as text. */
  delivery?: string | null;
}) {
  const { lines, total, title = "Price Breakdown", heldUntil, delivery } = props;
  const [usual, kept] = delivery?.split(". ") ?? [];
  return (
    <section className="card sign" aria-labelledby="price-heading">
      <h2 id="price-heading">{title}</h2>
      <dl className="bill">
        {lines.map((line) => (
          <div key={line.label} className={line.isPart ? "part" : undefined}>
            <dt>
              {line.label}
              {line.note ? <small> {line.note}</small> : null}
            </dt>
            <dd>{line.amount}</dd>
          </div>
        ))}
        <div className="total">
          <dt>Total Due</dt>
          <dd>{total}</dd>
        </div>
      </dl>
      {usual ? (
        <p>
          Delivery: <b>{usual}</b>. {kept ? `${kept}. ` : null}It counts from the day we collect, and isn't a promise.
        </p>
      ) : null}
      {heldUntil ? <p className="hint">This price is held until {heldUntil}.</p> : null}
    </section>
  );
}
