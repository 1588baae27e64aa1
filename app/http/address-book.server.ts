import { company } from "#app/company.server";
import { quotesOf } from "#app/domain/quotes/owned-quotes.server";
import { quoteById } from "#app/domain/quotes/saved-quotes.server";
import { isBookedHere } from "#app/http/booked-here.server";
import { savedValues } from "#app/http/forms.server";
import type { UsedAddress } from "#app/ui/shipments/used-addresses";

const MOST_SHOWN = 5;

type Party = UsedAddress["party"];

/**
 * Addresses that somebody used before, and the fields of those that they picked (`?from=<quote>&to=<quote>`). Only
 * quotes of their own, or made in this browser, count; any other id picks nothing.
 * @param uid "" for a guest, who is shown no list
 */
export async function usedAddresses(
  request: Request,
  uid: string,
): Promise<{ used: UsedAddress[]; picked: Record<string, string> }> {
  const query = new URL(request.url).searchParams;
  const picked = { ...(await pick("from", request, query)), ...(await pick("to", request, query)) };
  if (!uid) return { used: [], picked };
  const { store } = await company();
  const { list } = await quotesOf(store.read, uid);
  const used = (["from", "to"] as const).flatMap((party) =>
    distinct(
      list.map(({ quote }) => quote),
      party,
      query,
    ),
  );
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

async function pick(party: Party, request: Request, query: URLSearchParams): Promise<Record<string, string>> {
  const id = query.get(party);
  if (!id) return {};
  const { store } = await company();
  const quote = await quoteById(store.read, id);
  if (!quote || !(await isBookedHere(quote, request))) return {};
  const fields = Object.entries(savedValues(quote.formSnapshot.addresses));
  return Object.fromEntries(fields.filter(([name]) => name.startsWith(party)));
}
