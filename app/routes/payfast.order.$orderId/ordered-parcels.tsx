import type { OrderedParcel } from "#app/domain/bookings/payments/ordered-parcel";

/** Bookings that are paid together, and the sum of the unpaid ones. */
export function OrderedParcels({ parcels, total }: { parcels: OrderedParcel[]; total: string | null }) {
  return (
    <section className="card sign">
      <dl className="facts">
        {parcels.map((parcel) => (
          <div key={parcel.quoteNo}>
            <dt>
              <Named {...parcel} />
            </dt>
            <dd>
              <ParcelState {...parcel} />
            </dd>
          </div>
        ))}
        {total ? (
          <div>
            <dt>Total, all included</dt>
            <dd>
              <b>{total}</b>
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}

/** "#1000, Soweto", with our number below it; "To Soweto" where it is no shop's order. */
function Named({ order, to, quoteNo, waybillNo }: OrderedParcel) {
  if (order === null) return <>{waybillNo ? `To ${to}` : `${quoteNo}, to ${to}`}</>;
  return (
    <>
      {order}, {to}
      {waybillNo ? null : <span className="line soft">{quoteNo}</span>}
    </>
  );
}

const told = { paid: "paid", on_account: "on account", off_account: "taken off your account" };

function ParcelState({ price, state, waybillNo, waybillHref, cancelHref, quoteNo }: OrderedParcel) {
  if (state === "cancelled") return <>Cancelled</>;
  if (state === "unpaid")
    return (
      <>
        {price}{" "}
        {cancelHref ? (
          <a href={cancelHref} aria-label={`Cancel ${quoteNo}`}>
            Cancel
          </a>
        ) : null}
      </>
    );
  return (
    <>
      {price}, {told[state]}.{" "}
      {waybillHref ? <a href={waybillHref}>Waybill {waybillNo}</a> : `Waybill ${waybillNo ?? ""}`}
    </>
  );
}
