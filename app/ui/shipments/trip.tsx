import { Notice } from "../notice";

/** Where a parcel goes, what it costs where that is known, and when it usually arrives; beside the step where there is room, above it where there isn't. */
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
          {from} → {to}
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

/** Why the boxes have no prices: nobody knows one for the route, or prices can't be had at all just now. */
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
