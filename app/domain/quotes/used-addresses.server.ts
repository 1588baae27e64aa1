import type { Party } from "#app/domain/shipments/fields";
import { savedValues } from "#app/domain/shipments/saved-values";
import type { Reader } from "#db/store.server";
import { quotesOf } from "./owned-quotes.server";
import type { Quote } from "./quote";
import { quoteById } from "./saved-quotes.server";

const MOST_SHOWN = 5;

/** An address that the customer sent from or to before; `query` fills it in. */
export type UsedAddress = { party: Party; name: string; place: string; query: string };

/** Whether whoever asks made the quote: signed in, or in this browser. */
type IsOwn = (quote: Quote) => Promise<boolean>;

/**
 * Addresses that somebody used before, and the fields of those that they picked (`?from=<quote>&to=<quote>`). Only
 * quotes of their own, or made in this browser, count; any other id picks nothing.
 * @param uid "" for a guest, who is shown no list
 */
export async function usedAddresses(
  read: Reader,
  uid: string,
  query: URLSearchParams,
  isOwn: IsOwn,
): Promise<{ used: UsedAddress[]; picked: Record<string, string> }> {
  const picked = { ...(await pick(read, "from", query, isOwn)), ...(await pick(read, "to", query, isOwn)) };
  if (!uid) return { used: [], picked };
  const { list } = await quotesOf(read, uid);
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

async function pick(read: Reader, party: Party, query: URLSearchParams, isOwn: IsOwn): Promise<Record<string, string>> {
  const id = query.get(party);
  const quote = id ? await quoteById(read, id) : null;
  if (!quote || !(await isOwn(quote))) return {};
  const fields = Object.entries(savedValues(quote.formSnapshot.addresses));
  return Object.fromEntries(fields.filter(([name]) => name.startsWith(party)));
}
