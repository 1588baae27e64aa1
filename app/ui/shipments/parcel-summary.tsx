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
        return label ? [{ label, value: parcel[name] }] : [];
      })}
      edit={editHref ? { href: editHref, text: "Edit parcel" } : undefined}
    />
  );
}
