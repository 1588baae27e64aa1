import type { Difference } from "#app/ui/shipments/two-versions";
import { savedValues } from "./forms.server";

/** What a form's fields are called when two versions of it are shown side by side. */
const spoken: Record<string, string> = {
  Name: "full name",
  Email: "email",
  Phone: "phone",
  Cell: "cell",
  AddressLine: "address",
  Suburb: "suburb",
  City: "city",
  Postal: "postal code",
  Country: "country",
  Landmark: "landmark",
  selectedBoxId: "Packaging",
  quantity: "Quantity",
  parcelDesc: "What is inside",
  customsDesc: "Customs description",
  specialInstructions: "Special instructions",
  declaredValue: "Declared value",
  weight: "Weight",
  collectionDay: "Collection day",
  collectionTime: "Collection time",
};

type Answers = Record<string, string | number | undefined>;

/** Where two versions of a step's answers differ. */
export function differencesOf(saved: Answers | undefined, typed: Answers): Difference[] {
  const [before, now] = [savedValues(saved), savedValues(typed)];
  return Object.keys({ ...before, ...now })
    .filter((name) => (before[name] ?? "") !== (now[name] ?? ""))
    .map((name) => ({ label: labelOf(name), saved: before[name] ?? "", typed: now[name] ?? "" }));
}

function labelOf(name: string): string {
  const party = name.startsWith("from") ? "Sender" : name.startsWith("to") ? "Receiver" : null;
  return party ? `${party} ${spoken[name.replace(/^(from|to)/, "")] ?? ""}`.trim() : (spoken[name] ?? name);
}
