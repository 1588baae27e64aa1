import { expect, test } from "vitest";
import { countRows, groupsShown, rowsIn } from "#app/domain/bookings/dashboard-groups";
import type { BookingShown, QuoteShown, RowState } from "#app/domain/bookings/dashboard-rows";
import { noneInGroups, type QuoteGroup } from "#app/domain/parcels/quotes/quote-groups.server";

const booking = (state: RowState) => ({ state }) as BookingShown;
const quote = {} as QuoteShown;
const links = (counts: Partial<Record<QuoteGroup, number>>, chosen?: QuoteGroup, sought = "") =>
  groupsShown({ ...noneInGroups(), ...counts }, { chosen, sought });

test("an account with six rows of two groups or more has a link to each, with its number; fewer are shown at once", () => {
  expect(links({ to_collect: 4, delivered: 2 })).toEqual([
    { words: "All", count: 6, href: "/dashboard", isShown: true },
    { words: "To collect", count: 4, href: "/dashboard?state=to_collect", isShown: false },
    { words: "Delivered", count: 2, href: "/dashboard?state=delivered", isShown: false },
  ]);
  expect(links({ to_collect: 3, delivered: 2 })).toEqual([]);
  expect(links({ to_collect: 60 })).toEqual([]);
});

test("the group that was chosen stays, also when it is empty by now, and what was sought is kept", () => {
  expect(links({ quotes: 1 }, "cancelled", "Nomsa")).toEqual([
    { words: "All", count: 1, href: "/dashboard?q=Nomsa", isShown: false },
    { words: "Quotes", count: 1, href: "/dashboard?q=Nomsa&state=quotes", isShown: false },
    { words: "Cancelled", count: 0, href: "/dashboard?q=Nomsa&state=cancelled", isShown: true },
  ]);
  const words = links({ trouble: 1, quotes: 1, to_collect: 1, on_the_way: 1, delivered: 1, returned: 1, cancelled: 1 });
  expect(words.map(({ words }) => words).join()).toBe(
    "All,Failed or late,Quotes,To collect,On the way,Delivered,Returned,Cancelled",
  );
});

test("each row is counted in one group, and a group has its own rows alone", () => {
  const states: RowState[] = [
    "booked",
    "collected",
    "on_the_way",
    "delivered",
    "returned",
    "cancelled",
    "ended",
    "booked",
  ];
  const rows = { troubled: [booking("late")], quotes: [quote, quote], bookings: states.map(booking) };
  expect(countRows(rows)).toEqual({
    ...{ trouble: 1, quotes: 2, to_collect: 2, on_the_way: 2, delivered: 1, returned: 1, cancelled: 1 },
    ended: 1,
  });
  expect(rowsIn(rows, undefined)).toEqual(rows);
  expect(rowsIn(rows, "trouble")).toEqual({ troubled: rows.troubled, quotes: [], bookings: [] });
  expect(rowsIn(rows, "quotes")).toEqual({ troubled: [], quotes: rows.quotes, bookings: [] });
  expect(rowsIn(rows, "to_collect").bookings).toEqual([booking("booked"), booking("booked")]);
  expect(rowsIn(rows, "on_the_way")).toEqual({
    ...{ troubled: [], quotes: [], bookings: [booking("collected"), booking("on_the_way")] },
  });
});
