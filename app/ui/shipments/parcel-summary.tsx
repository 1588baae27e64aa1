import type { ParcelInWords } from "#app/domain/pricing/parcel-in-words";
import { SummaryCard } from "./summary-card";

/** The parcel, with a link to change it. */
export function ParcelSummary({ parcel, editHref }: { parcel: ParcelInWords; editHref?: string }) {
  return (
    <SummaryCard
      title="Parcel"
      facts={[
        { label: "Packaging", value: parcel.boxName },
        { label: "Quantity", value: String(parcel.quantity) },
        { label: "What is inside", value: parcel.parcelDesc },
        { label: "Customs description", value: parcel.customsDesc },
        { label: "Weight", value: parcel.weight },
        { label: "Declared value", value: parcel.declaredValue },
        { label: "Wish for the collection", value: parcel.collectionWish },
        { label: "Special instructions", value: parcel.specialInstructions },
      ]}
      edit={editHref ? { href: editHref, text: "Edit parcel" } : undefined}
    />
  );
}
