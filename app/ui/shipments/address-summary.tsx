import { type Party, type PartyField, partyFields, partyNames } from "#app/domain/shipments/fields";
import { type Fact, SummaryCard } from "./summary-card";

/** An address as both wizards store it; every name carries its party. */
export type AddressesShown = Record<string, string | undefined>;

/** Sender and receiver, with one way back to both. */
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
  const fact = (name: string, part: PartyField["review"]): Fact => {
    const lines = linesOf(addresses, party, (field) => field.review === part);
    return { label: name, value: lines.length > 0 ? <Lines of={lines} /> : "" };
  };
  return [
    fact(label, "name"),
    fact(`${label} address`, "place"),
    fact(`${label} contact`, "contact"),
    fact(`Finding the ${label.toLowerCase()}`, "landmark"),
  ];
}

/** What was answered in these fields, a line each; the country comes last, as on an envelope. */
export function linesOf(addresses: AddressesShown, party: Party, shown: (field: PartyField) => boolean): string[] {
  const lines: string[] = [];
  const fields = Object.entries(partyFields).filter(([, field]) => shown(field));
  const isCountry = ([, { rule }]: [string, PartyField]) => rule === "country";
  for (const [name, field] of [...fields.filter((each) => !isCountry(each)), ...fields.filter(isCountry)]) {
    const answer = addresses[party + name];
    // A place that is a town of its own is said once.
    if (name === "Suburb" && answer === addresses[`${party}City`]) continue;
    if (answer && field.joins && lines.length > 0) lines.push(`${lines.pop()} ${answer}`);
    else if (answer) lines.push(answer);
  }
  return lines;
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
