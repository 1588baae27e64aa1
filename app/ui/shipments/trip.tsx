import { Notice } from "../notice";

/**
 * A parcel's route, its price if known, and when it usually arrives. Beside the step if there is room, otherwise above
 * it.
 */
export function Trip(props: {
  from: string;
  to: string;
  delivery: string | null;
  price?: string | null;
  editHref?: string;
}) {
  const { from, to, delivery, price, editHref } = props;
  return (
    <aside className="aside notice info" aria-label="Your route">
      <p>
        <b>
          {from} to {to}
        </b>{" "}
        {price ? <span className="line">{price} </span> : null}
        {delivery ? <span className="line">{delivery}</span> : null}
      </p>
      {editHref ? (
        <a className="edit" href={editHref}>
          Change the route
        </a>
      ) : null}
    </aside>
  );
}

/** Why the boxes have no prices: the route has none, or no prices are available at all. */
export function Unpriced({ why }: { why: "none" | "unreached" }) {
  return (
    <Notice tone="info">
      <p>
        {why === "none"
          ? "There is no instant price for this route. Describe the parcel, and a person works it out for you."
          : "Prices can't be shown right now. Go on all the same: you pay nothing before you have seen a price."}
      </p>
    </Notice>
  );
}
