import { company } from "#app/company.server";
import { ownedQuote, quotesOf } from "#app/domain/quotes/owned-quotes.server";
import { savedValues } from "#app/http/forms.server";
import type { UsedAddress } from "#app/ui/shipments/used-addresses";

const MOST_SHOWN = 5;

type Party = UsedAddress["party"];

/**
 * Addresses that somebody used before, and the fields of those that they picked (`?from=<quote>&to=<quote>`). Only
 * quotes of their own count; any other id picks nothing.
 * @param uid "" for a guest, who has no address book
 */
export async function usedAddresses(
  uid: string,
  query: URLSearchParams,
): Promise<{ used: UsedAddress[]; picked: Record<string, string> }> {
  if (!uid) return { used: [], picked: {} };
  const { store } = await company();
  const { list } = await quotesOf(store.read, uid);
  const used = (["from", "to"] as const).flatMap((party) =>
    distinct(
      list.map(({ quote }) => quote),
      party,
      query,
    ),
  );
  const picked = { ...(await pick("from", uid, query)), ...(await pick("to", uid, query)) };
  return { used, picked };
}

type Book = Awaited<ReturnType<typeof quotesOf>>["list"][number]["quote"][];

function distinct(quotes: Book, party: Party, query: URLSearchParams): UsedAddress[] {
  const other: Party = party === "from" ? "to" : "from";
  const found = new Map<string, UsedAddress>();
  for (const { id, formSnapshot } of quotes) {
    const values = savedValues(formSnapshot.addresses);
    const [name = "", line = "", city = ""] = ["Name", "AddressLine", "City"].map((field) => values[party + field]);
    const address = `${name}|${line}|${city}`;
    if (name === "" || found.has(address)) continue;
    const keptPick = quotes.find((quote) => quote.id === query.get(other))?.id;
    const choice = new URLSearchParams({ [party]: id, ...(keptPick ? { [other]: keptPick } : {}) });
    found.set(address, { party, name, place: [line, city].filter(Boolean).join(", "), query: choice.toString() });
  }
  return [...found.values()].slice(0, MOST_SHOWN);
}

async function pick(party: Party, uid: string, query: URLSearchParams): Promise<Record<string, string>> {
  const id = query.get(party);
  if (!id) return {};
  const { store } = await company();
  const quote = await ownedQuote(store.read, uid, id);
  const fields = Object.entries(savedValues(quote?.formSnapshot.addresses));
  return Object.fromEntries(fields.filter(([name]) => name.startsWith(party)));
}
