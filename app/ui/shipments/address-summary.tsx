import { Fragment } from "react";
import { type AddressesShown, linesOf } from "#app/domain/shipments/address-lines";
import { type Party, type PartyField, partyNames } from "#app/domain/shipments/fields";
import { type Fact, SummaryCard } from "./summary-card";

/** Sender and receiver, with one link to change both. */
export function AddressSummary({ addresses, editHref }: { addresses: AddressesShown; editHref?: string }) {
  return (
    <SummaryCard
      title="Addresses"
      facts={[...factsOf(addresses, "from"), ...factsOf(addresses, "to")]}
      edit={editHref ? { href: editHref, text: "Edit addresses" } : undefined}
    />
  );
}

function factsOf(addresses: AddressesShown, party: Party): Fact[] {
  const label = partyNames[party];
  const fact = (name: string, part: PartyField["part"]): Fact => {
    const lines = linesOf(addresses, party, (field) => field.part === part);
    return { label: name, value: lines.length > 0 ? <Lines of={lines} /> : "" };
  };
  return [
    fact(label, "name"),
    fact(`${label} address`, "place"),
    fact(`${label} contact`, "contact"),
    fact(`Finding the ${label.toLowerCase()}`, "landmark"),
  ];
}

/** One below the other, even in browsers without CSS. */
export function Lines({ of }: { of: string[] }) {
  return (
    <>
      {[...new Set(of)].map((line, at) => (
        <Fragment key={line}>
          {at > 0 ? <br /> : null}
          {line}{" "}
        </Fragment>
      ))}
    </>
  );
}
