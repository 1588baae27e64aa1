import { parcelFieldNames, parcelFields } from "#app/domain/form/fields";
import type { ParcelInWords } from "#app/domain/prices/parcel-in-words";
import { SummaryCard } from "../../ui/shipments/summary-card";

/** The parcel, with a link to change it. The box's volumetric weight, which changes nothing, is a note below. */
export function ParcelSummary({ parcel, editHref }: { parcel: ParcelInWords; editHref?: string }) {
  const [box = "", volumetric] = parcel.selectedBoxId.split(/ \((?=volumetric)|\)$/);
  return (
    <SummaryCard
      title="Parcel"
      facts={parcelFieldNames.flatMap((name) => {
        const label = parcelFields[name].onReview;
        return label ? [{ label, value: name === "selectedBoxId" ? box : parcel[name] }] : [];
      })}
      note={volumetric ? `For information: the box's ${volumetric}.` : undefined}
      edit={editHref ? { href: editHref, text: "Edit parcel" } : undefined}
    />
  );
}
