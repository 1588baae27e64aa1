import type { UsedAddress } from "#app/domain/parcels/quotes/used-addresses.server";
import { paths } from "#app/paths";

const titles = { from: "Send from", to: "Send to" } as const;

/** Addresses to pick from, above the form so that nothing typed is lost. Nothing if there are none. */
export function UsedAddresses({ addresses, stepHref }: { addresses: UsedAddress[]; stepHref: string }) {
  if (addresses.length === 0) return null;
  return (
    <details className="card">
      <summary>Use an address from before</summary>
      {stepHref === paths.addressBook() ? null : (
        <p>
          <a href={paths.addressBook()}>My address book</a>
        </p>
      )}
      {(["from", "to"] as const).map((party) => {
        const ofParty = addresses.filter((address) => address.party === party);
        return ofParty.length === 0 ? null : (
          <section key={party}>
            <h2>{titles[party]}</h2>
            <ul>
              {ofParty.map(({ name, place, query }) => (
                <li key={query}>
                  <a href={`${stepHref}?${query}`}>
                    {name}, {place}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </details>
  );
}
