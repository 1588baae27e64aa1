import { paths } from "#app/paths";

export type OrderShown = {
  /** "Germiston to Soweto". */
  route: string;
  box: string | null;
  pieces: number;
  delivery: string | null;
  item: string;
  /** The shop's own number, if a shop booked it. */
  order: string | null;
  quoteNo: string;
  /** What we pay at most for a lost or damaged parcel. */
  cover: string;
};

/** What is paid for, beside the button that pays. Nobody's name: the link may be shared. */
export function OrderCard(props: OrderShown & { amountLabel: string; amount: string }) {
  const { route, box, pieces, delivery, item, order, quoteNo, cover, amountLabel, amount } = props;
  return (
    <section className="card sign" aria-labelledby="order">
      <h2 id="order">{order ? `${order}, ${route}` : route}</h2>
      <p>
        {box ? `${box}, ` : ""}
        {pieces === 1 ? "1 piece" : `${pieces} pieces`} {delivery ? <span className="line">{delivery}</span> : null}
      </p>
      <dl className="bill">
        <div className="total">
          <dt>{amountLabel}</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      <p>
        <Promises cover={cover} /> if we lose or damage it: <a href={paths.terms}>our terms</a>.
      </p>
      <p className="soft">
        {item}, quote number <span className="nowrap">{quoteNo}</span>
      </p>
    </section>
  );
}

/** What every booking has; the sentence goes on. */
export function Promises({ cover }: { cover: string }) {
  return (
    <>
      Cancel free until we collect. Cover up to <span className="nowrap">{cover}</span>
    </>
  );
}
