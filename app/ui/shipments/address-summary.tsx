import { Fragment } from "react";
import { type AddressesShown, asLines, drawnAt } from "#app/domain/form/address-lines";
import { type Party, partyNames } from "#app/domain/form/fields";
import { EmailAddress } from "../email-address";
import { SummaryCard, type SummaryFact } from "./summary-card";

/** Sender and receiver, with one link to change both. */
export function AddressSummary({ addresses, editHref }: { addresses: AddressesShown; editHref?: string }) {
  return (
    <SummaryCard
      title="Addresses"
      facts={[factOf(addresses, "from"), factOf(addresses, "to")]}
      edit={editHref ? { href: editHref, text: "Edit addresses" } : undefined}
    />
  );
}

/** Who, where, how to be reached, and how to be found. */
function factOf(addresses: AddressesShown, party: Party): SummaryFact {
  const { name, ...rest } = drawnAt("office", addresses, party, {
    name: asLines,
    place: asLines,
    contact: asLines,
    landmark: asLines,
  });
  return {
    label: partyNames[party],
    value: (
      <>
        <Lines of={name} />
        <small className="line">
          <Lines of={Object.values(rest).flat()} />
        </small>
      </>
    ),
  };
}

/** One below the other, even in browsers without CSS. */
export function Lines({ of }: { of: string[] }) {
  return [...new Set(of)].map((line, at) => (
    <Fragment key={line}>
      {at > 0 ? <br /> : null}
      {line.includes("@") ? <EmailAddress>{line}</EmailAddress> : line}{" "}
    </Fragment>
  ));
}
