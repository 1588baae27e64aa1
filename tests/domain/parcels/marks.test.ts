import { describe, expect, test } from "vitest";
import type { EventKind } from "#app/domain/parcels/happening";
import { judgeMark, type Mark, marks, townFrom } from "#app/domain/parcels/marks";
import { MINUTES } from "#app/durations";

const noon = new Date("2026-11-21T10:00:00Z");
const later = (minutes: number) => new Date(noon.getTime() + minutes * MINUTES);

/** A history whose last event was at noon. */
const lastly = (kind: EventKind, place: string | null = null) => [{ kind, happenedAt: noon, place }];
const judge = (last: EventKind, mark: Mark, correct = false) =>
  judgeMark(lastly(last), { kind: mark, happenedAt: later(180), place: null }, later(180), { correct });

describe("what may follow what", () => {
  const allowed: Record<EventKind, Mark[]> = {
    booked: ["failed_collection", "collected", "in_transit", "at_depot", "out_for_delivery", "delivered", "ended"],
    failed_collection: [
      "failed_collection",
      "collected",
      "in_transit",
      "at_depot",
      "out_for_delivery",
      "delivered",
      "ended",
    ],
    collected: ["in_transit", "at_depot", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
    in_transit: ["in_transit", "at_depot", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
    at_depot: ["in_transit", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
    out_for_delivery: ["in_transit", "at_depot", "delivered", "failed_attempt", "returned", "ended"],
    failed_attempt: [
      ...(["in_transit", "at_depot", "out_for_delivery", "delivered", "failed_attempt"] as const),
      ...(["returned", "ended"] as const),
    ],
    delivered: [],
    returned: [],
    cancelled: [],
    ended: [],
    reported: [],
  };
  const cases = (Object.keys(allowed) as EventKind[]).flatMap((last) => marks.map((mark) => [last, mark] as const));

  test.each(cases)("after %s: %s", (last, mark) => {
    const { kind } = judge(last, mark);
    if (allowed[last].includes(mark)) expect(kind).toBe("new");
    else expect(kind).toBe(last === mark ? "known" : "refused");
  });

  test("a delivered parcel continues only if staff confirm it", () => {
    expect(judge("delivered", "in_transit")).toEqual({ kind: "refused", why: "out of order" });
    expect(judge("delivered", "in_transit", true)).toMatchObject({ kind: "new" });
  });

  test("an end for another reason is another end", () => {
    const lost = [{ ...lastly("ended")[0], kind: "ended", happenedAt: noon, place: null, because: "lost" } as const];
    const end = (because: "lost" | "police") =>
      judgeMark(lost, { kind: "ended", happenedAt: later(180), place: null, because }, later(180)).kind;
    expect([end("lost"), end("police")]).toEqual(["known", "refused"]);
  });

  test("a cancelled one never does", () => {
    expect(judge("cancelled", "collected", true)).toEqual({ kind: "refused", why: "cancelled" });
  });
});

describe("the same mark again", () => {
  const transit = (minutes: number, place: string | null) =>
    judgeMark(lastly("in_transit", "Durban"), { kind: "in_transit", happenedAt: later(minutes), place }, later(600))
      .kind;

  test("within the hour adds nothing; later it does", () => {
    expect([transit(0, "Durban"), transit(59, "Durban"), transit(60, "Durban")]).toEqual(["known", "known", "new"]);
  });

  test("the same mark from another place is new, at once", () => {
    expect(transit(5, "Pietermaritzburg")).toBe("new");
  });

  test("an event that happens once is never added again", () => {
    const delivered = { kind: "delivered", happenedAt: later(5_000), place: "Soweto" } as const;
    expect(judgeMark(lastly("delivered"), delivered, later(5_000))).toEqual({
      ...{ kind: "known", since: noon, pieces: 1 },
    });
  });
});

describe("when it happened", () => {
  const collected = (happenedAt: Date, now = later(60)) =>
    judgeMark(lastly("booked"), { kind: "collected", happenedAt, place: null }, now, { correct: true });

  test("is not the future, corrected or not", () => {
    expect(collected(later(61))).toEqual({ kind: "refused", why: "not yet" });
  });

  test("is not before the last event", () => {
    expect(collected(later(-1))).toEqual({ kind: "refused", why: "too early" });
  });

  test("is right after an event from while the clock was ahead, and the same mark again is a repeat", () => {
    const aDayBefore = later(-24 * 60);
    expect(collected(aDayBefore, aDayBefore)).toMatchObject({ kind: "new", happenedAt: new Date(noon.getTime() + 1) });
    const again = { kind: "in_transit", happenedAt: aDayBefore, place: "Soweto" } as const;
    expect(judgeMark(lastly("in_transit", "Soweto"), again, aDayBefore)).toMatchObject({ kind: "known", since: noon });
    expect(judgeMark(lastly("in_transit", "Durban"), again, aDayBefore)).toMatchObject({ kind: "new" });
  });

  test("is after the last event, even at the same moment", () => {
    expect(collected(noon)).toMatchObject({ happenedAt: new Date(noon.getTime() + 1) });
  });

  test("may be in the same minute: people leave out the seconds", () => {
    const atHalf = [{ kind: "booked" as const, happenedAt: new Date("2026-11-21T10:00:30Z"), place: null }];
    const judged = judgeMark(atHalf, { kind: "collected", happenedAt: noon, place: null }, later(60));
    expect(judged).toEqual({
      kind: "new",
      happenedAt: new Date("2026-11-21T10:00:30.001Z"),
      pieces: 1,
      outOfOrder: false,
    });
  });
});

test.each([
  ["Bloemfontein", "Bloemfontein"],
  ["  Port   St. Johns ", "Port St. Johns"],
  ["KwaDukuza’s depot", "KwaDukuza’s depot"],
  ["12 Ncome Crescent", null],
  ["call 082 123 4567", null],
  ["a@b.co", null],
  ["x".repeat(60), "x".repeat(60)],
  ["x".repeat(61), null],
  ["<b>Durban", null],
])("as a place, %j is %j", (typed, town) => {
  expect(townFrom(typed)).toBe(town);
});
