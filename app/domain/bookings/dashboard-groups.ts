import { noneInGroups, type QuoteGroup, quoteGroups } from "#app/domain/parcels/quotes/quote-groups.server";
import { paths } from "#app/paths";
import { type BookingShown, isInTrouble, type QuoteShown, type RowState } from "./dashboard-rows";

/** A link to a group, with the number of its rows. */
export type GroupShown = { words: string; count: number; href: string; isShown: boolean };

/** An account with fewer rows sees all of them at once. */
const MANY = 6;

const inWords: Record<QuoteGroup, string> = {
  trouble: "Failed or late",
  quotes: "Quotes",
  to_collect: "To collect",
  on_the_way: "On the way",
  delivered: "Delivered",
  returned: "Returned",
  cancelled: "Cancelled",
  ended: "Will not arrive",
};

/** The groups of a dashboard with many rows, without those that are empty; none if all rows are in one. */
export function groupsShown(
  counts: Record<QuoteGroup, number>,
  { chosen, sought }: { chosen: QuoteGroup | undefined; sought: string },
): GroupShown[] {
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const filled = quoteGroups.filter((group) => counts[group] > 0 || group === chosen);
  if (!chosen && (all < MANY || filled.length < 2)) return [];
  const q = sought || undefined;
  return [
    { words: "All", count: all, href: paths.dashboardList({ q }), isShown: !chosen },
    ...filled.map((group) => ({
      words: inWords[group],
      count: counts[group],
      href: paths.dashboardList({ q, state: group }),
      isShown: group === chosen,
    })),
  ];
}

type Rows = { troubled: BookingShown[]; quotes: QuoteShown[]; bookings: BookingShown[] };

/** Only the rows of a group. */
export function rowsIn({ troubled, quotes, bookings }: Rows, chosen: QuoteGroup | undefined): Rows {
  if (!chosen) return { troubled, quotes, bookings };
  return {
    troubled: chosen === "trouble" ? troubled : [],
    quotes: chosen === "quotes" ? quotes : [],
    bookings: bookings.filter((booking) => groupOf(booking.state) === chosen),
  };
}

/** How many rows are in each group. */
export function countRows({ troubled, quotes, bookings }: Rows): Record<QuoteGroup, number> {
  const counts = { ...noneInGroups(), trouble: troubled.length, quotes: quotes.length };
  for (const { state } of bookings) counts[groupOf(state)] += 1;
  return counts;
}

function groupOf(state: RowState): QuoteGroup {
  if (isInTrouble({ state })) return "trouble";
  if (state === "booked") return "to_collect";
  if (state === "delivered" || state === "returned" || state === "cancelled" || state === "ended") return state;
  return "on_the_way";
}
