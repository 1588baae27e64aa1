import type { Party } from "./address-fields";
import { type Fact, SummaryCard } from "./summary-card";

/** An address as both wizards store it; every name carries its party. */
export type AddressesShown = Record<string, string | undefined>;

/** Sender and receiver, with one way back to both. */
export function AddressSummary({ addresses, editHref }: { addresses: AddressesShown; editHref?: string }) {
  return (
    <SummaryCard
      title="Addresses"
      facts={[...factsOf(addresses, "from", "Sender"), ...factsOf(addresses, "to", "Receiver")]}
      edit={editHref ? { href: editHref, text: "Edit addresses" } : undefined}
    />
  );
}

function factsOf(addresses: AddressesShown, party: Party, label: string): Fact[] {
  const of = (field: string) => addresses[`${party}${field}`] ?? "";
  const lines = (...parts: string[]) => parts.filter(Boolean);
  const place = lines(of("AddressLine"), of("Suburb"), `${of("City")} ${of("Postal")}`.trim(), of("Country"));
  return [
    { label, value: of("Name") },
    { label: `${label} address`, value: <Lines of={place} /> },
    { label: `${label} contact`, value: <Lines of={lines(of("Phone"), of("Cell"), of("Email"))} /> },
    { label: `Finding the ${label.toLowerCase()}`, value: of("Landmark") },
  ];
}

/** One line under the other. */
export function Lines({ of }: { of: string[] }) {
  return (
    <>
      {[...new Set(of)].map((line) => (
        <span className="line" key={line}>
          {line}{" "}
        </span>
      ))}
    </>
  );
}
