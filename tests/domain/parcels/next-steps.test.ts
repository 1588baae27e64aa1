import { expect, test } from "vitest";
import { answerBy, answeredBy, stepsOfBooking, stepsOfRequest } from "#app/domain/parcels/next-steps";

const FRIDAY = new Date("2026-11-27T10:00:00Z");
const none = new Set<string>();
const state = (more: object = {}) => ({ state: "booked", ...more }) as Parameters<typeof stepsOfBooking>[0];
const whens = (more: object, wishedDay?: string, proclaimed: ReadonlySet<string> = none) =>
  stepsOfBooking(state(more), { issuedAt: FRIDAY, wishedDay, isOnAccount: false }, proclaimed).map(({ when }) => when);

test("a paid parcel is collected on the agreed day, else on the wished one, else from the next working day", () => {
  const arrival = { first: "2026-12-01", last: "2026-12-02" };
  const collects = { first: "2026-11-30", times: "09:00 to 12:00" };
  expect(whens({ collects, arrival }, "2026-12-03")).toEqual([
    ...["Friday 27 November", "Monday 30 November, 09:00 to 12:00", "Tuesday 1 to Wednesday 2 December"],
  ]);
  expect(whens({ collects: { first: "2026-11-30" } })[1]).toBe("Monday 30 November");
  expect(whens({}, "2026-12-03").slice(1)).toEqual(["Thursday 3 December", "When it is with the driver"]);
  expect(whens({})[1]).toBe("From Monday 30 November");
  expect(whens({}, undefined, new Set(["2026-11-30"]))[1]).toBe("From Tuesday 1 December");
  const booked = { issuedAt: FRIDAY, wishedDay: undefined };
  const [paid, planned] = stepsOfBooking(state({ collects }), { ...booked, isOnAccount: false }, none);
  const [owed, open] = stepsOfBooking(state(), { ...booked, isOnAccount: true }, none);
  expect([paid?.what, owed?.what]).toEqual([
    "We have your payment, and have emailed you the waybill.",
    "It is booked on account, and we have emailed you the waybill.",
  ]);
  expect([planned?.what, open?.what]).toEqual([
    "We phone the sender, and collect the parcel.",
    "We phone the sender to agree on a time, and collect.",
  ]);
});

test("a price by hand is there by five on the next working day", () => {
  const by = answerBy(FRIDAY, none);
  expect(answeredBy(by, FRIDAY)).toBe("By 17:00 on Monday 30 November we will email you the price.");
  expect(stepsOfRequest(FRIDAY, by, FRIDAY).map(({ when }) => when)).toEqual([
    ...["Friday 27 November", "By 17:00 on Monday 30 November", "When you have paid"],
  ]);
});

test("after that time we say that we are late, and name no new one", () => {
  const by = answerBy(FRIDAY, none);
  const later = new Date("2026-11-30T15:01:00Z");
  expect(answeredBy(by, later)).toBe(
    "By 17:00 on Monday 30 November you should have had the price. We are late with this. Phone 010 000 0000.",
  );
  expect(stepsOfRequest(FRIDAY, by, later)[1]?.when).toBe("Late, and we are sorry");
});
