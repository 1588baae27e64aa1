import { describe, expect, test } from "vitest";
import type { EventKind, Happening } from "#app/domain/parcels/happening";
import { judgeMark, type Mark } from "#app/domain/parcels/marks";
import { countPieces, missingInWords, overallEvent, piecesAtHand } from "#app/domain/parcels/pieces";
import { HOURS, MINUTES } from "#app/durations";

const nine = new Date("2026-11-21T07:00:00Z");
const OF = 3;

/** Marks an hour apart: `["delivered", 2]` is of two pieces. */
const history = (...marks: [EventKind, number?][]): Happening[] =>
  marks.map(([kind, pieces], hour) => ({
    kind,
    pieces,
    happenedAt: new Date(nine.getTime() + hour * HOURS),
    place: null,
  }));
const after = (before: Happening[], kind: Mark, pieces?: number, minutesLater = 90) => {
  const happenedAt = new Date((before.at(-1)?.happenedAt.getTime() ?? 0) + minutesLater * MINUTES);
  const judged = judgeMark(before, { kind, pieces, happenedAt, place: null }, happenedAt, { of: OF });
  if (judged.kind === "new") return judged.pieces;
  return judged.kind === "refused" ? judged.why : "known";
};

const twoDelivered = history(["booked"], ["collected", 3], ["out_for_delivery", 3], ["delivered", 2]);

describe("a mark of some of the pieces", () => {
  test("without a number is of all that are left", () => {
    expect(after(history(["booked"]), "collected")).toBe(3);
    expect(after(twoDelivered, "delivered")).toBe(1);
    expect(after(twoDelivered, "failed_attempt")).toBe(1);
  });

  test("can't be of more pieces than are left", () => {
    expect(after(twoDelivered, "delivered", 2)).toBe("too many pieces");
    expect(after(history(["booked"]), "collected", 4)).toBe("too many pieces");
    expect(after(history(["booked"]), "collected", 0)).toBe("too many pieces");
  });

  test("continues after a failed attempt, or after some were returned", () => {
    const missed = [...twoDelivered, ...history(["failed_attempt", 1])];
    expect(after(missed, "delivered")).toBe(1);
    expect(after(history(["booked"], ["collected", 3], ["returned", 1]), "returned")).toBe(2);
  });

  test("starts again with all of them once staff have reopened the parcel", () => {
    expect(after(history(["booked"], ["collected", 3], ["delivered", 3], ["in_transit", 3]), "delivered")).toBe(3);
  });

  test("that staff correct is of all that are left, or of all where none is left", () => {
    const corrected = (before: Happening[]) => {
      const happenedAt = new Date(nine.getTime() + 24 * HOURS);
      return judgeMark(before, { kind: "returned", happenedAt, place: null }, happenedAt, { of: OF, correct: true });
    };
    expect(corrected(twoDelivered)).toMatchObject({ pieces: 1 });
    expect(corrected(history(["booked"], ["delivered", 3]))).toMatchObject({ pieces: 3, outOfOrder: true });
  });

  test("without a number, repeated within the hour, adds nothing to one of all pieces", () => {
    expect(after(history(["booked"], ["in_transit", 3]), "in_transit", undefined, 30)).toBe("known");
  });

  test("repeated within the hour adds nothing; all of them delivered never does", () => {
    expect(after(twoDelivered, "delivered", 2, 30)).toBe("known");
    expect(after([...twoDelivered, ...history(["delivered", 1])], "delivered", 1, 5_000)).toBe("known");
  });

  test("leaves the others on their way: they may be delivered, returned or missed, and delivered later", () => {
    for (const next of ["in_transit", "out_for_delivery", "delivered", "failed_attempt", "returned"] as const)
      expect(after(twoDelivered, next), next).toBe(1);
    expect(after(twoDelivered, "collected")).toBe("out of order");
    expect(after(history(["booked"], ["collected", 2]), "collected")).toBe(1);
    expect(after(history(["booked"], ["collected", 2]), "in_transit")).toBe(3);
    // Staff corrected the collection after the parcel had been scanned on its way.
    expect(after(history(["booked"], ["in_transit", 3], ["collected", 2]), "collected")).toBe(1);
  });
});

describe("the state of the parcel as a whole", () => {
  test.each<[string, [EventKind, number?][], EventKind]>([
    ["booked, while a piece waits", [["booked"], ["collected", 2]], "booked"],
    ["collected, with the last piece", [["booked"], ["collected", 2], ["collected", 1]], "collected"],
    [
      "out for delivery, while a piece is",
      [
        ["out_for_delivery", 3],
        ["delivered", 2],
      ],
      "out_for_delivery",
    ],
    [
      "delivered, with the last piece",
      [
        ["out_for_delivery", 3],
        ["delivered", 2],
        ["delivered", 1],
      ],
      "delivered",
    ],
    [
      "returned, when the rest went back",
      [
        ["out_for_delivery", 3],
        ["delivered", 2],
        ["returned", 1],
      ],
      "returned",
    ],
    ["as the only mark says, even of some pieces", [["collected", 2]], "collected"],
    ["as the last mark says, where nobody counted", [["booked"], ["delivered"]], "delivered"],
    [
      "on its way, when staff reopened it",
      [
        ["delivered", 3],
        ["in_transit", 3],
        ["delivered", 2],
      ],
      "in_transit",
    ],
  ])("%s", (_, marks, kind) => {
    expect(overallEvent(history(...marks), OF)?.kind).toBe(kind);
  });

  test("says what is missing, or nothing", () => {
    expect(missingInWords(twoDelivered, OF)).toBe("2 of 3 pieces delivered. 1 is still to come.");
    expect(missingInWords(history(["booked"], ["collected", 1]), OF)).toBe(
      "1 of 3 pieces collected. 2 are still to be collected.",
    );
    expect(missingInWords(history(["booked"], ["collected", 3], ["delivered", 3]), OF)).toBeNull();
    expect(missingInWords(history(["booked"], ["delivered"]), OF)).toBeNull();
    expect(missingInWords(history(["booked"], ["delivered", 1], ["returned", 1]), OF)).toBe(
      "1 of 3 pieces delivered. 1 is still to come.",
    );
    expect(missingInWords(history(["booked"], ["delivered", 1], ["returned", 2]), OF)).toBeNull();
    expect(missingInWords(history(["booked"], ["delivered", 1]), 2, OF)).toBe(
      "The sender sends 2 of the 3 pieces that were booked. 1 of 2 pieces delivered. 1 is still to come.",
    );
  });

  test.each([
    ["what was collected, where not all was", [["collected", 2]], 2],
    [
      "less what was delivered and returned",
      [
        ["collected", 2],
        ["delivered", 1],
      ],
      1,
    ],
    [
      "all that is left, where all was collected",
      [
        ["collected", 3],
        ["delivered", 1],
      ],
      2,
    ],
    ["all that is left, where nobody counted", [["delivered", 1]], 2],
    [
      "all that is left, where more was delivered than collected",
      [
        ["collected", 1],
        ["delivered", 1],
      ],
      2,
    ],
  ] as [string, Parameters<typeof history>, number][])("a driver has %s", (_, marks, atHand) => {
    expect(piecesAtHand(countPieces(history(...marks), OF))).toBe(atHand);
  });
});
