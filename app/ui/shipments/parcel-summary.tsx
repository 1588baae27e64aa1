import type { ParcelInWords } from "#app/domain/pricing/parcel-in-words";
import { parcelFieldNames, parcelFields } from "#app/domain/shipments/fields";
import { SummaryCard } from "./summary-card";

/** The parcel, with a link to change it. */
export function ParcelSummary({ parcel, editHref }: { parcel: ParcelInWords; editHref?: string }) {
  return (
    <SummaryCard
      title="Parcel"
      facts={parcelFieldNames.flatMap((name) => {
        const label = parcelFields[name].onReview;
        return label
          ? [{ label, value: name === "selectedBoxId" ? <BoxInWords>{parcel[name]}</BoxInWords> : parcel[name] }]
          : [];
      })}
      edit={editHref ? { href: editHref, text: "Edit parcel" } : undefined}
    />
  );
}

/** The box's name, and its volumetric weight as a note. */
function BoxInWords({ children }: { children: string }) {
  const [name, note] = children.split(/ (?=\(volumetric)/);
  return (
    <>
      {name} {note ? <small>{note}</small> : null}
    </>
  );
}
