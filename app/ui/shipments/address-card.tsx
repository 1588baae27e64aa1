import type { ReactNode } from "react";
import { linesOf } from "#app/domain/form/address-lines";
import type { PartyAddress } from "#app/domain/form/saved-form";
import { EachApart } from "#app/ui/apart";
import { Lines } from "./address-summary";

/** One address of a list, and what can be done with it. */
export function AddressCard(props: { title: string; address: PartyAddress; children: ReactNode }) {
  const { title, address, children } = props;
  const fields = Object.fromEntries(Object.entries(address).map(([field, answer]) => [`from${field}`, answer]));
  const lines = linesOf(fields, "from", ({ shown }) => shown.book);
  return (
    <li className="card">
      <h3>{title}</h3>
      <p>
        <Lines of={lines} />
      </p>
      <div className="links">
        <EachApart>{children}</EachApart>
      </div>
    </li>
  );
}
