import type { ReactNode } from "react";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import type { SlipParty } from "#app/domain/form/address-lines";
import type { Slip } from "#app/domain/parcels/slip";
import { catalogue } from "#app/language/language";
import { unbroken } from "#app/language/plain-text";
import { EmailAddress } from "../../ui/email-address";
import { LogoMark } from "../../ui/shell/logo";
import { Lines } from "../../ui/shipments/address-summary";
import { FactList } from "../../ui/shipments/summary-card";
import { inBold, shown } from "../../ui/words";

/** The slip for a parcel: one A5 page in print, one screen on a phone. */
export function WaybillSlip({ slip, barcodeSrc, qrSrc }: { slip: Slip; barcodeSrc: string; qrSrc: string }) {
  const { piece, of, writtenNo, from, to, facts } = slip;
  return (
    <article className="slip">
      <header>
        <LogoMark />
        <b>{brand.name}</b>
        <span>{of === 1 ? "Waybill" : `${piece} of ${of}`}</span>
      </header>
      <img src={barcodeSrc} alt={`Barcode of waybill ${writtenNo}`} width="320" height="80" />
      <p className="number">{writtenNo}</p>
      <div className="parties">
        <Label title="From" party={from} />
        <Label title="To" party={to} />
      </div>
      <FactList facts={facts.map(({ label, value }) => ({ label, value: breakable(value) }))} />
      <img src={qrSrc} alt="QR code to track this parcel" width="120" height="120" />
      <p className="hint">
        <span className="nowrap">{contact().phoneShown}</span> · <EmailAddress>{contact().email.contact}</EmailAddress>
      </p>
    </article>
  );
}

/** An address may go on in the next line after each of its slashes. */
function breakable(text: string): ReactNode {
  const end = text.indexOf("/") + 1;
  if (end === 0 || end === text.length) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      {breakable(text.slice(end))}
    </>
  );
}

/** A line that is a phone: it isn't broken. */
const PHONE = /^0\d\d \d{3} \d{4}$/;

function Label({ title, party }: { title: string; party: SlipParty }) {
  return (
    <section>
      <h2>{title}</h2>
      <b>{party.name}</b>
      <br />
      <Lines of={party.lines.map((line) => (PHONE.test(line) ? unbroken(line) : line))} />
    </section>
  );
}

/** For people without a printer. `of` is the number of pieces, each with its own number. */
export function NoPrinterHint({ waybillNo, of = 1 }: { waybillNo: string; of?: number }) {
  const { one, two, more } = catalogue().waybill.noPrinter;
  const sentence = of === 1 ? one(waybillNo) : of === 2 ? two(waybillNo) : more(waybillNo, of);
  return <p className="notice info no-print">{shown(sentence, inBold)}</p>;
}
