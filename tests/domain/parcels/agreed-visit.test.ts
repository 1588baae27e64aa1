import { expect, test } from "vitest";
import { visitInWords } from "#app/domain/parcels/agreed-visit.server";

test("a visit is a day, with its hours where they are agreed", () => {
  const day = "2026-12-01";
  expect(visitInWords({ day, fromTime: "09:00", untilTime: "12:00" })).toBe("Tuesday 1 December, 09:00 to 12:00");
  expect(visitInWords({ day, fromTime: "09:00", untilTime: null })).toBe("Tuesday 1 December");
  expect(visitInWords({ day, fromTime: null, untilTime: "12:00" })).toBe("Tuesday 1 December");
});
