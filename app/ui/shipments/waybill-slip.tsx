import { brand } from "#app/brand";
import type { PartyField } from "#app/domain/shipments/fields";
import { LogoMark } from "../shell/logo";
import { type AddressesShown, Lines, linesOf } from "./address-summary";
import { type Fact, FactList } from "./summary-card";

/** The slip that goes on the parcel: one A5 page in print, one screen on a phone. */
export function WaybillSlip(props: {
  waybillNo: string;
  /** `data:image/svg+xml;…` */
  barcodeSrc: string;
  addresses: AddressesShown;
  facts: Fact[];
}) {
  const { waybillNo, barcodeSrc, addresses, facts } = props;
  return (
    <article className="slip">
      <header>
        <LogoMark />
        <b>{brand.name}</b>
        <span>Waybill</span>
      </header>
      <img src={barcodeSrc} alt={`Barcode of waybill ${waybillNo}`} width="320" height="80" />
      <p className="number">{waybillNo}</p>
      <div className="parties">
        <Label party="from" title="From" addresses={addresses} />
        <Label party="to" title="To" addresses={addresses} />
      </div>
      <FactList facts={facts} />
      <p className="hint">
        {brand.phone.supportShown} · {brand.email.contact}
      </p>
    </article>
  );
}

function Label({ party, title, addresses }: { party: "from" | "to"; title: string; addresses: AddressesShown }) {
  const of = (...parts: PartyField["review"][]) =>
    parts.flatMap((part) => linesOf(addresses, party, ({ onSlip, review }) => onSlip && review === part));
  return (
    <section>
      <h2>{title}</h2>
      <b>{of("name")}</b>
      <Lines of={of("place", "contact", "landmark")} />
    </section>
  );
}

/** For whoever has no printer. */
export function NoPrinterHint({ waybillNo }: { waybillNo: string }) {
  return (
    <p className="notice info no-print">
      No printer? Write this number on the parcel, large and clear: <b className="nowrap">{waybillNo}</b>
    </p>
  );
}
